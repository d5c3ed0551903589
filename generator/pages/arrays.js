// What is known of an array: statistics with a histogram, a picture, its first values.
"use strict";

// The elements that show what the data says of an array.
function arrayParts(array) {
  const parts = [];
  if (array.remark) parts.push(make("p", {class: "odd"}, `${array.remark}.`));
  if (array.problem) parts.push(make("p", {class: "odd"}, `No statistics: ${array.problem}.`));
  if (array.statistics) {
    const facts = Object.entries(array.statistics).flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]);
    parts.push(make("h4", {}, array.of ? `Statistics of ${array.of}` : "Statistics"), make("dl", {class: "numbers"}, ...facts));
  }
  for (const [name, count] of Object.entries(array.odd ?? {})) parts.push(make("p", {class: "odd"}, `${digits.format(count)} of ${counted(array.count, "element")}: ${name}`));
  if (array.histogram) parts.push(histogramOf(array.histogram));
  if (array.picture) parts.push(make("h4", {}, "Picture"), pictureOf(array));
  if (array.values.length) parts.push(make("h4", {}, valuesTitle(array)), valuesOf(array));
  return parts;
}

function valuesTitle(array) {
  return array.values.length === array.count ? "Values" : `First values of ${digits.format(array.count)}`;
}

function histogramOf(bins) {
  const width = 280;
  const height = 90;
  const most = Math.max(...bins.map(([, , count]) => count));
  const step = width / bins.length;
  const picture = draw("svg", {viewBox: `0 0 ${width} ${height + 16}`, class: "histogram", role: "img"});
  const label = bins.map(([begin, end, count]) => `${begin === end ? begin : `${begin} to ${end}`}: ${count}`).join("; ");
  picture.append(draw("title", {}, `Histogram. ${label}`));
  bins.forEach(([begin, end, count], i) => {
    const tall = count === 0 ? 0 : Math.max(1, (height * count) / most);
    picture.append(draw("rect", {x: i * step + 1, y: height - tall, width: Math.max(1, step - 2), height: tall},
      draw("title", {}, `${begin === end ? begin : `${begin} to ${end}`}: ${digits.format(count)}`)));
  });
  picture.append(draw("path", {d: `M0 ${height + 0.5}H${width}`}),
    draw("text", {x: 0, y: height + 13}, bins[0][0]),
    draw("text", {x: width, y: height + 13, "text-anchor": "end"}, bins.at(-1)[1]));
  return picture;
}

// Black for the least value, white for the greatest.
function pictureOf(array) {
  const {rows, columns, pixels} = array.picture;
  const label = `${rows} rows by ${columns} columns, black for ${array.statistics.min}, white for ${array.statistics.max}`;
  const canvas = make("canvas", {width: columns, height: rows, role: "img", "aria-label": label});
  const scale = Math.max(1, Math.min(Math.floor(280 / columns), Math.floor(280 / rows), 24));
  canvas.style.width = `${columns * scale}px`;
  const context = canvas.getContext("2d");
  const image = context.createImageData(columns, rows);
  const shades = atob(pixels);
  for (let i = 0; i < shades.length; ++i) image.data.set([shades.charCodeAt(i), shades.charCodeAt(i), shades.charCodeAt(i), 255], 4 * i);
  context.putImageData(image, 0, 0);
  return make("figure", {}, canvas, make("figcaption", {}, label));
}

function valuesOf(array) {
  const texts = array.values.map((value) => (typeof value === "string" ? value : valueText(value, true)));
  const longest = Math.max(...texts.map((text) => text.length));
  const columns = array.columns ?? Math.max(1, Math.min(4, Math.floor(43 / (longest + 2))));
  const rows = [];
  for (let i = 0; i < texts.length; i += columns) rows.push(make("tr", {}, ...texts.slice(i, i + columns).map((text) => make("td", {}, text))));
  return make("div", {class: "values", tabindex: "0", role: "region", "aria-label": "First values"}, make("table", {}, make("tbody", {}, ...rows)));
}
