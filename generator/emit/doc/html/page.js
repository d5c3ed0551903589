// What a specification does beyond being read: the search, the contents that follow, the example that
// marks bytes. Without it the page says all that it says.
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  root.classList.add("scripted");

  // ---- contents ----

  const contents = find("#contents");
  const menu = find(".menu");
  const setMenu = (isOpen) => {
    contents.classList.toggle("open", isOpen);
    menu.setAttribute("aria-expanded", String(isOpen));
  };
  menu.hidden = false;
  menu.addEventListener("click", () => setMenu(!contents.classList.contains("open")));
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a")) setMenu(false);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !contents.classList.contains("open")) return;
    setMenu(false);
    menu.focus();
  });

  // Tables that a narrow window shows as sheets stay tables for those who listen.
  const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  for (const element of all("table, thead, tbody, tr, td"))
    element.setAttribute("role", roles[element.tagName]);
  for (const head of all("th"))
    head.setAttribute("role", head.scope === "col" ? "columnheader" : "rowheader");

  const entries = all("#contents a").map((link) => ({
    link,
    section: document.getElementById(link.hash.slice(1)),
  }));
  let current = null;
  const follow = () => {
    const edge = find(".bar").offsetHeight + 40;
    let here = entries[0];
    for (const entry of entries)
      if (entry.section && entry.section.getBoundingClientRect().top <= edge) here = entry;
    if (here === current) return;
    current?.link.removeAttribute("aria-current");
    current = here;
    current.link.setAttribute("aria-current", "true");
    const { top, bottom } = current.link.getBoundingClientRect();
    const frame = contents.getBoundingClientRect();
    if (top < frame.top + 20 || bottom > frame.bottom - 20)
      contents.scrollTop += top - frame.top - frame.height / 2;
  };
  let isWaiting = false;
  addEventListener(
    "scroll",
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        follow();
      });
    },
    { passive: true },
  );
  follow();

  // ---- search: the index and the titles, by every word that is typed ----

  const form = find(".bar form");
  const input = find("#search");
  const results = find("#results");
  const most = 40;
  const words = [
    ...all(".index a").map((link) => ({
      term: link.textContent,
      kind: link.nextElementSibling.textContent.trim(),
      about: link.dataset.about ?? "",
      hash: link.hash,
    })),
    ...entries.map(({ link }) => ({
      term: link.textContent.replace(/^[\d.]+ /, ""),
      kind: `section ${find(".n", link)?.textContent ?? ""}`.trim(),
      about: "",
      hash: link.hash,
    })),
  ];
  for (const word of words) {
    word.low = word.term.toLowerCase();
    word.rest = `${word.kind} ${word.about}`.toLowerCase();
  }

  // A smaller number is a better match; none is no match.
  const rank = (word, parts) => {
    let sum = 0;
    for (const part of parts) {
      const at = word.low.indexOf(part);
      if (word.low === part) sum += 0;
      else if (at === 0) sum += 1;
      else if (at > 0) sum += /[a-z0-9]/.test(word.low[at - 1]) ? 3 : 2;
      else if (word.rest.includes(part)) sum += 5;
      else return null;
    }
    return sum;
  };

  const marked = (term, parts) => {
    const out = document.createElement("code");
    const low = term.toLowerCase();
    const part = parts.find((each) => low.includes(each));
    const at = part ? low.indexOf(part) : -1;
    if (at < 0) {
      out.textContent = term;
      return out;
    }
    const mark = document.createElement("mark");
    mark.textContent = term.slice(at, at + part.length);
    out.append(term.slice(0, at), mark, term.slice(at + part.length));
    return out;
  };

  let chosen = -1;
  const choose = (number) => {
    const items = all("[role=option]", results);
    items[chosen]?.setAttribute("aria-selected", "false");
    chosen = items.length ? (number + items.length) % items.length : -1;
    input.removeAttribute("aria-activedescendant");
    if (chosen < 0) return;
    items[chosen].setAttribute("aria-selected", "true");
    items[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[chosen].id);
  };
  const close = () => {
    results.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const go = (hash) => {
    close();
    input.blur();
    if (location.hash === hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    location.hash = hash;
  };

  const search = () => {
    const parts = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    chosen = -1;
    if (!parts.length) return close();
    const seen = new Set();
    const found = words
      .map((word, order) => ({ word, order, rank: rank(word, parts) }))
      .filter((each) => each.rank !== null)
      .sort((x, y) => x.rank - y.rank || x.order - y.order)
      .filter(({ word }) => {
        const key = `${word.term} ${word.hash}`;
        return seen.has(key) ? false : seen.add(key);
      })
      .slice(0, most);
    found.forEach(({ word }, number) => {
      const item = document.createElement("li");
      item.id = `result-${number}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      item.dataset.hash = word.hash;
      const kind = document.createElement("span");
      kind.className = "kind";
      kind.textContent = word.kind;
      item.append(marked(word.term, parts), kind);
      if (word.about) {
        const about = document.createElement("span");
        about.className = "about";
        about.textContent = word.about;
        item.append(about);
      }
      results.append(item);
    });
    if (!found.length) {
      const nothing = document.createElement("li");
      nothing.className = "nothing";
      nothing.textContent = "Nothing has that name";
      results.append(nothing);
    }
    results.hidden = false;
    input.setAttribute("aria-expanded", "true");
    if (found.length) choose(0);
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", search);
  input.addEventListener("focus", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Escape") {
      input.value = "";
      close();
      return;
    } else if (event.key === "Enter") {
      const item = all("[role=option]", results)[chosen];
      if (item) go(item.dataset.hash);
    } else return;
    event.preventDefault();
  });
  results.addEventListener("mousedown", (event) => {
    event.preventDefault(); // keeps the focus where it is
    const item = event.target.closest("[role=option]");
    if (item) go(item.dataset.hash);
  });
  input.addEventListener("blur", close);
  addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  // ---- examples: pointing at bytes marks their meaning, and the reverse ----

  for (const example of all(".example")) {
    const light = (number) => {
      for (const element of all(".lit", example)) element.classList.remove("lit");
      if (number === undefined) return;
      for (const element of all(`[data-f="${number}"]`, example)) element.classList.add("lit");
    };
    const numberOf = (event) => event.target.closest("[data-f]")?.dataset.f;
    example.addEventListener("mouseover", (event) => light(numberOf(event)));
    example.addEventListener("mouseleave", () => light());
    example.addEventListener("focusin", (event) => light(numberOf(event)));
    example.addEventListener("click", (event) => {
      const number = numberOf(event);
      if (number === undefined || event.target.closest("a")) return;
      const isByte = event.target.closest(".dump") !== null;
      find(`${isByte ? "tr" : ".hex .f"}[data-f="${number}"]`, example)?.scrollIntoView({
        block: "nearest",
      });
    });
  }
})();
