/** The part of `ws` that is used here; the package has no types of its own. */
declare module 'ws' {
  export class WebSocket {
    constructor(address: string);
    on(event: 'open', heard: (nothing?: unknown) => void): void;
    on(event: 'message', heard: (data: unknown) => void): void;
    on(event: 'error', heard: (error: Error) => void): void;
    send(text: string): void;
    close(): void;
  }
}
