/** The part of a service worker's scope that the shell uses. The library for workers conflicts with that for pages. */
interface ServiceWorkerGlobalScope {
  readonly clients: { matchAll(options: object): Promise<readonly { readonly id: string; readonly url: string }[]> };
}
