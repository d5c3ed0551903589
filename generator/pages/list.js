// A long list of lines of which only those in sight are in the document.
"use strict";

class LineList {
  // `box` scrolls. `lines` has count(), height(i) in pixels and make(i), the element of a line.
  constructor(box, lines) {
    this.box = box;
    this.lines = lines;
    this.shown = new Map();
    this.sheet = make("div", {class: "sheet", role: "presentation"});
    box.replaceChildren(this.sheet);
    box.addEventListener("scroll", () => this.show(), {passive: true});
    new ResizeObserver(() => this.show()).observe(box);
  }

  // After lines came or went.
  refresh() {
    const count = this.lines.count();
    this.tops = new Float64Array(count + 1);
    for (let i = 0; i < count; ++i) this.tops[i + 1] = this.tops[i] + this.lines.height(i);
    this.sheet.style.height = `${this.tops[count]}px`;
    for (const element of this.shown.values()) element.remove();
    this.shown.clear();
    this.show();
  }

  lineAt(y) {
    let low = 0;
    let high = Math.max(0, this.tops.length - 2);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  show() {
    if (!this.tops || this.tops.length < 2) return;
    const spare = 200; // pixels beyond what is in sight
    const first = this.lineAt(this.box.scrollTop - spare);
    const last = this.lineAt(this.box.scrollTop + this.box.clientHeight + spare);
    for (const [i, element] of this.shown) {
      if (i >= first && i <= last) continue;
      element.remove();
      this.shown.delete(i);
    }
    for (let i = first; i <= last; ++i) {
      if (this.shown.has(i)) continue;
      const element = this.lines.make(i);
      element.style.top = `${this.tops[i]}px`;
      element.style.height = `${this.tops[i + 1] - this.tops[i]}px`;
      this.shown.set(i, element);
      this.place(i, element);
    }
  }

  // Lines are in the document in their order, for those who read them one by one.
  place(i, element) {
    let next = null;
    for (const [j, other] of this.shown) if (j > i && (next === null || j < next[0])) next = [j, other];
    this.sheet.insertBefore(element, next ? next[1] : null);
  }

  // Scrolls as little as needed; a line far away comes to the middle.
  reveal(i) {
    const {scrollTop, clientHeight} = this.box;
    const top = this.tops[i];
    const bottom = this.tops[i + 1];
    if (top >= scrollTop && bottom <= scrollTop + clientHeight) return;
    const isNear = bottom > scrollTop - clientHeight / 2 && top < scrollTop + 1.5 * clientHeight;
    if (!isNear) this.box.scrollTop = top - clientHeight / 3;
    else if (top < scrollTop) this.box.scrollTop = top;
    else this.box.scrollTop = bottom - clientHeight;
    this.show();
  }

  // Lines that fit into the box.
  get page() {
    return Math.max(1, Math.floor(this.box.clientHeight / this.lines.height(0)) - 1);
  }
}
