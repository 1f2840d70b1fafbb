"use strict";
new MarkwindowReport(
  document.getElementById("report"),
  JSON.parse(document.getElementById("view").textContent),
);
