import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Cluster } from './cluster.ts';

export const countQuery = 'rest/services/Earthquakes/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';
const image =
  'rest/services/Earthquakes/MapServer/export?bbox=-180,-60,180,70&bboxSR=4326&size=300,150&format=png&f=image';
const soapCount = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:QueryFeatureCount xmlns:q="urn:gis:schemas/3.2.0"><MapName>Earthquakes</MapName><LayerID>0</LayerID><QueryFilter><WhereClause>1=1</WhereClause></QueryFilter></q:QueryFeatureCount></e:Body></e:Envelope>`;

/** Return the number of rows by a SOAP request, or the answer if it has none. */
export async function countBySoap(cluster: Cluster): Promise<string> {
  const headers = { 'content-type': 'text/xml', soapaction: '""' };
  const { body } = await cluster.ask('services/Earthquakes/MapServer', { method: 'POST', headers, body: soapCount });
  return /<Result>(\d+)</.exec(String(body))?.[1] ?? String(body);
}

const questions: Readonly<Record<string, (cluster: Cluster, count: string) => Promise<void>>> = {
  async rest(cluster, count) {
    const { status, body } = await cluster.ask(countQuery);
    expect([status, String(body)]).toEqual([200, `{"count":${count}}`]);
  },
  async soap(cluster, count) {
    expect(await countBySoap(cluster)).toBe(count);
  },
  async image(cluster) {
    const { status, headers, body } = await cluster.ask(image);
    expect([status, headers['content-type'], body.length > 1000]).toEqual([200, 'image/png', true]);
  },
};

const readers = 6;
const writers = 2;
/** Pause of a client between requests. Without it, replicas would start slowly, because nothing else gets a core. */
const pauseMs = 30;

/** Clients that read, and clients that create groups in the portal, until they are stopped. */
export class ClusterLoad {
  readonly #name: string;
  readonly #cluster: Cluster;
  readonly #token: string;
  readonly #count: string;
  readonly #clients: readonly Promise<void>[];
  #isOver = false;
  #lastTitle = 0;
  /** Number of requests that were answered without an error. */
  answered = 0;
  /** Requests that failed, with the phases in which they were sent and failed. */
  readonly failures: { readonly kind: string; readonly phases: readonly [number, number]; readonly message: string }[] =
    [];
  /** IDs of the groups whose creation was acknowledged, by title. */
  readonly acknowledged = new Map<string, string>();
  /** Raise it to distinguish the failures before and after an event. */
  phase = 0;

  constructor(name: string, cluster: Cluster, { token, count }: { readonly token: string; readonly count: string }) {
    this.#name = name;
    this.#cluster = cluster;
    this.#token = token;
    this.#count = count;
    const kinds = Object.keys(questions);
    this.#clients = [
      ...Array.from({ length: readers }, (_, index) =>
        this.#repeat((round) => this.#read(kinds[(index + round) % kinds.length]!)),
      ),
      ...Array.from({ length: writers }, () => this.#repeat(() => this.#write())),
    ];
  }

  /** Wait until this many more requests have been answered without an error. */
  async more(count: number): Promise<void> {
    const target = this.answered + count;
    await expect.poll(() => this.answered, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(target);
  }

  /** Send no more requests, and wait for the last answers. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /** End, and check that the portal has each acknowledged group once. */
  async stop(): Promise<void> {
    await this.end();
    console.info(`${this.#name}: ${this.answered} requests answered, ${this.failures.length} failed`);
    const { body } = await this.#cluster.ask('portals/self/groups?f=json', { headers: this.#headers });
    expect(String(body)).toContain('"groups":');
    const { groups } = JSON.parse(String(body)) as { groups: { id: string; title: string }[] };
    const stored = groups.filter(({ title }) => title.startsWith(`${this.#name} `));
    const idsByTitle = new Map(stored.map(({ id, title }) => [title, id]));
    expect(idsByTitle.size).toBe(stored.length);
    expect([...this.acknowledged].filter(([title, id]) => idsByTitle.get(title) !== id)).toEqual([]);
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` };
  }

  async #repeat(send: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.#isOver; round++) {
      await send(round);
      await setTimeout(pauseMs);
    }
  }

  async #read(kind: string): Promise<void> {
    await this.#attempt(kind, () => questions[kind]!(this.#cluster, this.#count));
  }

  /** Create a group, and repeat the request until it is acknowledged. */
  async #write(): Promise<void> {
    const title = `${this.#name} ${++this.#lastTitle}`;
    const body = String(new URLSearchParams({ title, f: 'json' }));
    const headers = { ...this.#headers, 'content-type': 'application/x-www-form-urlencoded' };
    const create = async () => {
      const answer = await this.#cluster.ask('portals/self/groups/createGroup', { method: 'POST', body, headers });
      const text = String(answer.body);
      if (answer.status !== 200 || !text.includes('"success":true')) throw new Error(`${answer.status} ${text}`);
      this.acknowledged.set(title, JSON.parse(text).group.id);
    };
    // If the answer is an error, the group may still have been created. It isn't asked for again.
    await this.#attempt('write', create);
  }

  async #attempt(kind: string, task: () => Promise<void>): Promise<void> {
    const sentIn = this.phase;
    try {
      await task();
      this.answered++;
    } catch (error) {
      this.failures.push({ kind, phases: [sentIn, this.phase], message: (error as Error).message.slice(0, 300) });
    }
  }
}
