/**
 * `node:http` without an `import`, which reads every name of a module: three of this one load Node's `fetch` and WebSocket, 6 MiB
 * of memory that no server uses.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
