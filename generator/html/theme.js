// A button that chooses between light, dark and what the system says. The dark colours are in
// media rules of the styles; a choice makes these hold always or never.
(() => {
  "use strict";
  const button = document.querySelector("button.theme");
  if (!button) return;
  const dark = "screen and (prefers-color-scheme: dark)";
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === dark);
  const themes = {
    system: { label: "Auto", media: dark, scheme: "" },
    light: { label: "Light", media: "not all", scheme: "light" },
    dark: { label: "Dark", media: "screen", scheme: "dark" },
  };
  const names = Object.keys(themes);
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // pages of files may have no storage
    }
  };
  const apply = (name) => {
    const theme = themes[name];
    for (const rule of rules) rule.media.mediaText = theme.media;
    document.documentElement.style.colorScheme = theme.scheme;
    document.documentElement.dataset.theme = name;
    button.textContent = theme.label;
    button.setAttribute("aria-label", `Colours: ${theme.label.toLowerCase()}`);
  };
  let current = names.includes(stored()) ? stored() : "system";
  apply(current);
  button.hidden = false;
  button.addEventListener("click", () => {
    current = names[(names.indexOf(current) + 1) % names.length];
    apply(current);
    try {
      localStorage.setItem("theme", current);
    } catch {
      // for this page only, then
    }
  });
})();
