import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';

/**
 * Start a FastCGI program that keeps running, as behind a web server.
 *
 * @param {string} program
 * @param {string} socket path of the new socket
 * @param {Record<string, string>} env
 */
export async function startFastCgi(program, socket, env) {
  // FastCGI programs expect their listening socket as standard input, which Node can't pass.
  const listen =
    'import os,socket,sys;s=socket.socket(socket.AF_UNIX);s.bind(sys.argv[1]);s.listen(16);os.dup2(s.fileno(),0);print(flush=True);os.execv(sys.argv[2],sys.argv[2:])';
  const started = spawn('python3', ['-c', listen, socket, program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(started.stdout, 'data');
  return {
    /** @param {string} query @returns {Promise<Buffer>} the body of the answer */
    ask: (query) => ask(socket, query),
    // Its library treats SIGTERM as "end after the next request", and there is none.
    stop: () => started.kill('SIGKILL'),
  };
}

async function ask(path, query) {
  const variables = { QUERY_STRING: query, REQUEST_METHOD: 'GET', GATEWAY_INTERFACE: 'CGI/1.1' };
  const socket = createConnection(path);
  socket.write(
    Buffer.concat([
      record(1, Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])),
      record(4, Buffer.concat(Object.entries(variables).map(([name, value]) => pair(name, value)))),
      record(4, Buffer.alloc(0)),
      record(5, Buffer.alloc(0)),
    ]),
  );
  const pieces = [];
  for await (const piece of socket) pieces.push(piece);
  const answer = outputOf(Buffer.concat(pieces));
  const end = answer.indexOf('\r\n\r\n');
  return answer.subarray(end + 4);
}

/** Return a record of request 1. */
function record(type, content) {
  const head = Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 255, 0, 0]);
  return Buffer.concat([head, content]);
}

function pair(name, value) {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE((name.length | 0x80000000) >>> 0, 0);
  lengths.writeUInt32BE((value.length | 0x80000000) >>> 0, 4);
  return Buffer.concat([lengths, Buffer.from(name + value)]);
}

/** Return the data that the program wrote to its standard output. */
function outputOf(bytes) {
  const pieces = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 4);
    if (bytes[at + 1] === 6) pieces.push(bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length + bytes[at + 6];
  }
  return Buffer.concat(pieces);
}
