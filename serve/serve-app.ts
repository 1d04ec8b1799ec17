import { fileURLToPath } from 'node:url';
import { openAppFiles } from './http/app-files.ts';
import { createLoad } from './http/load.ts';
import { closeServers, createListener, listen } from './http/server.ts';
import { problemReply } from './problem-reply.ts';

/** Serve the files of the app. Its service worker in each browser is the backend, so programs get no answers. */
export async function serveApp(
  port: number,
  allowedHosts: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const app = openAppFiles(fileURLToPath(new URL('../dist/', import.meta.url)), { isBackend: false, hasDemo: true });
  const { servers, port: boundPort } = await listen(undefined, port);
  const listener = createListener({
    policy: { port: boundPort, allowedHosts, allowedOrigins: [] },
    open: (request, path) => app.find(path, request.headers['if-none-match']),
    enter: createLoad(1000, 0),
    answer: async ({ method, url }) => {
      const message = `Nothing is at ${url.pathname.slice(0, 400)}. Maps are in the browser; "soapstone serve" serves maps to programs.`;
      return problemReply(method, '', 404, message);
    },
  });
  for (const server of servers) server.on('request', (request, response) => void listener(request, response));
  return { url: `http://localhost:${boundPort}/`, stop: () => closeServers(servers) };
}
