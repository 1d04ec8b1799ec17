import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Start a server of one file that answers ranges as a distant one does: after `latencyMs`, and all answers together at
 * `bytesPerSecond`. `counts` are those of the requests since it was last set to zero.
 */
export async function startDistantServer(file, { latencyMs, bytesPerSecond }) {
  const counts = { requests: 0, bytes: 0 };
  const { size } = statSync(file);
  let freeAt = 0;
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range');
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
    const [first, last] = (/(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).slice(1).map(Number);
    const [from, to] = first === undefined ? [0, size - 1] : [first, Math.min(last, size - 1)];
    response.writeHead(first === undefined ? 200 : 206, {
      ETag: '"bench"',
      'Content-Length': to - from + 1,
      ...(first === undefined ? {} : { 'Content-Range': `bytes ${from}-${to}/${size}` }),
    });
    counts.requests++;
    counts.bytes += to - from + 1;
    for await (const piece of createReadStream(file, { start: from, end: to, highWaterMark: 32 * 1024 })) {
      freeAt = Math.max(freeAt, performance.now()) + (1000 * piece.length) / bytesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, freeAt - performance.now()));
      if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  return { address: `http://localhost:${server.address().port}/made.fgb`, counts, stop: () => server.close() };
}
