// Runs the generators of rot.js for barrow-bench. Reads one request a line:
//   time NAME FROM TO REPEATS   the milliseconds that the maps of those seeds took
//   show NAME SEED              the map, a character a cell, `.` for floor
// and answers each with one line.
"use strict";
const ROT = require("rot-js");
console.log = () => {}; // its Rogue talks

const [WIDTH, HEIGHT] = [80, 50];
const cells = new Uint8Array(WIDTH * HEIGHT);
const dig = (x, y, value) => { cells[y * WIDTH + x] = value; };

// Which value of a cell is floor, and what fills the cells.
const generators = {
  digger: [0, () => new ROT.Map.Digger(WIDTH, HEIGHT).create(dig)],
  uniform: [0, () => new ROT.Map.Uniform(WIDTH, HEIGHT).create(dig)],
  rogue: [0, () => new ROT.Map.Rogue(WIDTH, HEIGHT).create(dig)],
  cave: [1, () => {
    const cave = new ROT.Map.Cellular(WIDTH, HEIGHT);
    cave.randomize(0.5);
    for (let generation = 0; generation < 4; generation++) cave.create();
    cave.connect(dig, 1);
  }],
  "divided-maze": [0, () => new ROT.Map.DividedMaze(WIDTH, HEIGHT).create(dig)],
  "eller-maze": [0, () => new ROT.Map.EllerMaze(WIDTH, HEIGHT).create(dig)],
};

function make(name, seed) {
  ROT.RNG.setSeed(seed + 1); // its seed must not be 0
  generators[name][1]();
}

function time(name, from, to, repeats) {
  const start = performance.now();
  for (let round = 0; round < repeats; round++) {
    for (let seed = from; seed < to; seed++) make(name, seed);
  }
  return performance.now() - start;
}

function show(name, seed) {
  make(name, seed);
  return Array.from(cells, (value) => (value === generators[name][0] ? "." : "#")).join("");
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, name, ...numbers] = line.split(" ");
  const answer = (verb === "time" ? time : show)(name, ...numbers.map(Number));
  process.stdout.write(`${answer}\n`);
});
