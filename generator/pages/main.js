// Brings the parts of the page together: whatever is chosen or pointed at in one is marked in all.
"use strict";

const element = (id) => document.getElementById(id);
const model = new Model(JSON.parse(element("data").textContent));

// ---- what can be done ----

const actions = {
  // `origin` is where it was chosen: that part doesn't move.
  choose(field, origin, offset) {
    if (!field?.parent) return;
    const at = offset ?? model.beginOf(field);
    fields.choose(field);
    bytes.choose(field, at);
    details.show(field);
    this.say(`${pathText(field)} ${fieldText(model, field)}${at === null ? "" : `, byte ${digits.format(at)}`}`);
    this.remember(field, origin);
    footer(field, at);
  },

  point(field, origin, offset) {
    const shown = field?.parent ? field : null;
    fields.point(origin === "tree" ? null : shown);
    bytes.point(shown);
    if (shown) footer(shown, offset ?? model.beginOf(shown));
    else footer(fields.chosen, bytes.cursor);
  },

  follow(field) {
    const target = model.targetOf(field);
    if (target?.field) this.choose(target.field, "link", target.offset);
  },

  say(text) {
    element("said").textContent = text;
  },

  // The address names what is chosen; following a link is a step that can be taken back.
  remember(field, origin) {
    const address = `#${encodeURI(field.path).replaceAll("%5B", "[").replaceAll("%5D", "]")}`;
    if (address === location.hash || origin === "address") return;
    if (origin === "link") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  },
};

// What is under the pointer, or chosen.
function footer(field, offset) {
  const parts = field ? [make("b", {}, pathText(field)), ` ${fieldText(model, field)}`] : [];
  if (field && offset !== null && offset !== undefined) parts.unshift(make("span", {class: "soft"}, `${digits.format(offset)} · 0x${hexOf(offset)}  `));
  element("pointed").replaceChildren(...parts);
}

const fields = new TreeView(element("fields"), model, actions);
const bytes = new BytesView(element("bytes"), model, actions);
const details = new Details(element("details"), model, actions);
const search = new Search(element("search"), element("found"), model, actions);

// ---- what the page says at its top ----

function notes() {
  const {elements, lists, payloads, plain_payloads: plain} = model.data.cut;
  const folded = model.stretches.filter((stretch) => !stretch.bytes).reduce((sum, stretch) => sum + stretch.end - stretch.begin, 0);
  const texts = [];
  if (lists.length) texts.push(`Lists are cut after ${counted(elements, "element")}: ${lists.map(printable).join(", ")}.`);
  if (plain) texts.push(`Of ${digits.format(payloads + plain)} payloads the first ${digits.format(payloads)} are shown with bytes and statistics.`);
  if (folded) texts.push(`${counted(folded, "byte")} inside of long payloads are folded away.`);
  const arrays = new ArrayTable(model, actions).parts();
  element("notes").replaceChildren(...arrays, ...(texts.length ? [make("p", {class: "note"}, texts.join(" "))] : []));
}

function linkViolations() {
  const links = document.querySelectorAll("#violations a");
  links.forEach((link, i) => {
    const violation = model.data.violations[i];
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const field = model.find(violation.path);
      if (field?.parent) actions.choose(field, "link", violation.offset);
      else bytes.choose(null, Math.min(violation.offset, model.size - 1));
    });
  });
}

function openAddress() {
  let path = location.hash.slice(1);
  try {
    path = decodeURI(path);
  } catch {
    // Then it is looked up as it is.
  }
  const field = path ? model.find(path) : null;
  if (field) actions.choose(field, "address");
}

// ---- the beginning ----

// As much of the tree as a screen or two can hold.
function unfoldSome() {
  for (let depth = 5; depth > 0; --depth) {
    fields.unfold(depth, 20, false);
    if (fields.lines.length <= 120) break;
  }
  for (const violation of model.data.violations.slice(0, 20)) {
    const field = model.find(violation.path);
    if (field) fields.openTo(field);
  }
  fields.refresh();
}

// Side by side, sixteen bytes a line need a wide window; one below the other, less.
const wide = matchMedia("(min-width: 1181px), (min-width: 660px) and (max-width: 720px)");
const fit = () => bytes.setPerLine(wide.matches ? 16 : 8);
wide.addEventListener("change", fit);
fit();

notes();
linkViolations();
unfoldSome();
openAddress();
addEventListener("hashchange", openAddress);
addEventListener("popstate", openAddress);

element("expand").addEventListener("click", () => fields.unfold(Infinity, Infinity, true));
element("collapse").addEventListener("click", () => fields.unfold(1, Infinity, false));
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === element("search")) return;
  event.preventDefault();
  element("search").focus();
  element("search").select();
});
