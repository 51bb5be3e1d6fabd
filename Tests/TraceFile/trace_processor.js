// Runs the trace processor of Perfetto's web interface on the command line. Reads a TraceProcessorRpcStream from
// standard input, and writes the replies to standard output.
//
//     node trace_processor.js DIRECTORY     the directory with engine_bundle.js and trace_processor.wasm

'use strict';

// By default, Node prints the failed line, which contains the whole engine.
process.on('uncaughtException', (error) => {
  const lines = String((error && error.stack) || error).split('\n').map((line) => line.slice(0, 200));
  process.stderr.write(lines.slice(-12).join('\n') + '\n');
  process.exit(1);
});

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const directory = process.argv[2];
const load = (name) => fs.readFileSync(path.join(directory, path.basename(name)));

// The engine expects to run in a web worker, and loads its WebAssembly module from a URL.
class FakeRequest {
  open(_method, url) { this.url = url; }
  send() {
    this.response = new Uint8Array(load(this.url)).buffer;
    this.status = 200;
  }
}

// Node 20 compiles modules with 64-bit memory, but cannot add functions to their tables. The engine tests for 64-bit
// memory first. This class makes the test fail.
class Module32 extends WebAssembly.Module {
  constructor(bytes) {
    if (bytes[8] === 5 && bytes[11] === 4) throw new WebAssembly.CompileError('no 64-bit memory');
    super(bytes);
  }
}

const log = (...words) => process.stderr.write(words.join(' ') + '\n');
const worker = {
  WebAssembly: {
    ...Object.fromEntries(Object.getOwnPropertyNames(WebAssembly).map((n) => [n, WebAssembly[n]])),
    Module: Module32,
  },
  XMLHttpRequest: FakeRequest,
  WorkerGlobalScope: class {},
  importScripts() {},
  location: { href: 'http://localhost/', protocol: 'http:' },
  fetch: async (url) => ({ ok: true, arrayBuffer: async () => new Uint8Array(load(url)).buffer }),
  console: { log, warn: log, error: log, info: log, debug: log },
  // The engine decides by the type of an error whether a function needs wrapping.
  TypeError,
  performance, TextDecoder, TextEncoder, setTimeout, clearTimeout, crypto: globalThis.crypto, Uint8Array, URL,
};
worker.self = worker;
worker.globalThis = worker;
vm.runInContext(load('engine_bundle.js').toString(), vm.createContext(worker), { filename: 'engine_bundle.js' });

const port = { postMessage: (bytes) => fs.writeSync(1, bytes) };
worker.onmessage({ data: port });
const request = new Uint8Array(fs.readFileSync(0));
// All steps that load the module run before the timer fires.
setTimeout(() => port.onmessage({ data: request }), 100);
