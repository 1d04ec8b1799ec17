/** What the page for developers says. */
export const embedEn = {
  title: 'Use it from your app',
  intro:
    'The maps of this browser answer any page as a map server would. There are three ways in; each example below runs as it stands, and may be changed.',
  run: 'Run',
  running: 'Running…',
  result: 'What it says',
  code: 'Code of the example',
  copy: 'Copy',
  example: 'Open the plain example app',
  types: 'Types for TypeScript',
  client: 'The client as a file',
  ways: {
    fetch: {
      title: 'A page of this site: plain fetch',
      words:
        'A page, a frame or a worker below this address asks with fetch, and the service worker answers, offline too. Any SOAP client that runs there and can be told an address will do. Programs outside the browser, such as curl, reach the web host alone: the maps are in here.',
    },
    client: {
      title: 'The same, with the client',
      words:
        'client.js knows every operation and its types, makes faults into errors, gives every call a time-out and refuses to send when no worker is there, so that nothing leaks to the web host.',
    },
    bridge: {
      title: 'A page of another site: the bridge',
      words:
        'Ship client.js with your app and connect through bridge.html of this site. A hidden frame is used where the browser lets it see these maps, otherwise a window that a click opens. The user allows each origin once and can take it back in the settings.',
    },
  },
  partition: {
    title: 'What a frame on another site sees',
    words:
      'Browsers keep the storage of embedded pages apart by the site that embeds them. A frame on a page of the same site sees these maps. On a page of another site it sees an empty portal of its own, so the client opens a window instead, which sees the real ones. `connection.kind` and `connection.isFirstParty` tell which it got; `acceptPartitioned: true` is content with the portal of its own.',
  },
};

export type EmbedText = typeof embedEn;
