import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import type { ParticipantRecord, WorkspaceRecord } from '../../store/portal-records.ts';
import { readBundleFile, writeBundleFile } from './bundle-file.ts';
import type { Inventory, Peer } from './peer.ts';

const timeoutMs = 120_000;
/** Well below the largest body that a server takes: a larger item goes in parts. */
const partBytes = 16 * 1024 ** 2;

/** Who asks: the portal here that takes part together with the other. */
export interface Asking {
  readonly portalId: string;
  readonly workspace: Pick<WorkspaceRecord, 'id' | 'collaborationId'>;
}

/** A portal of another server as a participant of a workspace, through the same interface as ours. */
export function remotePeer(context: Context, participant: ParticipantRecord, asking: Asking): Peer {
  const ask = (path: string, form?: FormData) =>
    askParticipant(context, participant, asking, `replication${path}`, form);
  return {
    portalId: participant.portalId,
    inventory: async () => readInventory(await readAnswer(participant, await ask('?f=json'))),
    async read(itemId, byReference) {
      const response = await ask(`/items/${encodeURIComponent(itemId)}?f=json&byReference=${byReference}`);
      if (/json/.test(response.headers.get('content-type') ?? '')) await readAnswer(participant, response);
      return readBundleFile(await response.blob());
    },
    async write(bundle, _, commit) {
      const file = writeBundleFile(bundle);
      const parts = Math.max(1, Math.ceil(file.size / partBytes));
      const upload = context.newId();
      for (let part = 0; part < parts; part++) {
        // The lease first: nothing leaves for a workspace that was deleted.
        await context.store.portal.replicate(commit);
        const form = new FormData();
        form.set('f', 'json');
        const piece = file.slice(part * partBytes, (part + 1) * partBytes);
        form.set('file', new File([piece], 'item', { type: 'application/octet-stream' }));
        if (parts > 1) {
          for (const [name, value] of Object.entries({ upload, part, parts })) form.set(name, String(value));
        }
        await readAnswer(participant, await ask('/import', form));
      }
    },
    async remove(itemId, commit) {
      await context.store.portal.replicate(commit);
      const form = new FormData();
      form.set('f', 'json');
      form.set('itemId', itemId);
      await readAnswer(participant, await ask('/remove', form));
    },
  };
}

/**
 * Ask the server of another participant, as the portal it knows. `path` stands below the workspace, or below the
 * collaboration when `asking` names none.
 *
 * @throws {Fault} `conflict` when it cannot be reached
 */
export async function askParticipant(
  context: Context,
  participant: ParticipantRecord,
  asking: Asking,
  path: string,
  body?: FormData,
): Promise<Response> {
  const { portalId, workspace } = asking;
  const below = workspace.id === '' ? '' : `workspaces/${workspace.id}/`;
  const url = `${participant.url}portals/${participant.portalId}/collaborations/${workspace.collaborationId}/${below}${path}`;
  try {
    return await context.fetch(url, {
      ...(body ? { method: 'POST', body } : {}),
      headers: { authorization: `Bearer peer:${workspace.collaborationId}:${portalId}:${participant.trustKey}` },
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault(
      'conflict',
      `Participant "${participant.name}" at ${participant.url} cannot be reached: ${reason}.`,
    );
  }
}

/** @throws {Fault} `conflict` with the participant's own words when it answers an error */
export async function readAnswer(participant: ParticipantRecord, response: Response): Promise<Record<string, unknown>> {
  const answer = (await response.json().catch(() => undefined)) as
    | { error?: { code?: number; message?: string } }
    | undefined;
  if (response.ok && typeof answer === 'object' && answer && !answer.error) return answer as Record<string, unknown>;
  const reason = answer?.error ? `${answer.error.code} ${answer.error.message}` : `status ${response.status}`;
  throw new Fault('conflict', `Participant "${participant.name}" answered: ${reason}`.slice(0, 1000));
}

/** Trusts the participant for what it has, and not for the form it says it in. */
function readInventory(answer: Record<string, unknown>): Inventory {
  const list = (value: unknown) =>
    (Array.isArray(value) ? value : []).filter(
      (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
    );
  return {
    receives: answer.receives === true,
    offers: list(answer.offers).map((offer) => ({
      itemId: String(offer.itemId),
      title: String(offer.title).slice(0, 250),
      originPortalId: String(offer.originPortalId),
      fingerprint: String(offer.fingerprint),
      bytes: Number(offer.bytes) || 0,
      byReference: offer.byReference === true,
    })),
    holds: list(answer.holds).map((held) => ({
      itemId: String(held.itemId),
      title: String(held.title).slice(0, 250),
      viaPortalId: String(held.viaPortalId),
      fingerprint: String(held.fingerprint),
    })),
  };
}
