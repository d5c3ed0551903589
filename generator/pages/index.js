// Fills the page of a directory with what is known of its arrays.
"use strict";

JSON.parse(document.getElementById("data").textContent).forEach((array, i) =>
  document.getElementById(`array-${i}`).append(...arrayParts(array)));
