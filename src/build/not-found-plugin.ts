import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Connect, Plugin } from 'vite';

/**
 * Answer requests without a matching file with `404.html` and status 404, like static hosts.
 *
 * A request for the backend that reaches the web server by accident must fail visibly instead of returning a page.
 */
export function notFoundPlugin(): Plugin {
  return {
    name: 'soapstone:not-found',
    configureServer(server) {
      const { root, publicDir } = server.config;
      return () => server.middlewares.use(answerNotFound(root, publicDir));
    },
    configurePreviewServer(server) {
      const { root, build } = server.config;
      const folder = resolve(root, build.outDir);
      return () => server.middlewares.use(answerNotFound(folder, folder));
    },
  };
}

/**
 * Return a middleware that answers with 404, except for existing pages. @param pages folder of the pages, which the
 * next middleware answers
 * @param folder folder of 404.html
 */
function answerNotFound(pages: string, folder: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const path = request.url?.split('?')[0] ?? '/';
    if (path.endsWith('.html') && existsSync(join(pages, path))) return next();
    const page = join(folder, '404.html');
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    response.statusCode = 404;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', wantsPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8');
    response.end(wantsPage && existsSync(page) ? readFileSync(page) : 'Not found on the web server.\n');
  };
}
