import type { Context } from '../../context.ts';
import { Fault } from '../../contract/index.ts';
import type { PortalTransaction } from '../../store/portal.ts';
import type { InvitationRecord, ParticipantRecord } from '../../store/portal-records.ts';
import type { PortalHandler } from '../call.ts';
import { change } from '../change.ts';
import { isEqualText, randomText } from '../digest.ts';
import { newLink } from '../first-run.ts';
import { missingFault } from '../scope.ts';

/** What an invitation and the answer to it say. It holds the key of the trust: who hands it over does so in confidence. */
interface Letter {
  readonly kind: 'invitation' | 'response';
  readonly invitationId: string;
  readonly collaborationId: string;
  readonly collaborationName: string;
  readonly portalId: string;
  readonly portalName: string;
  /** Root of the interface of who wrote it. */
  readonly url: string;
  readonly trustKey: string;
  readonly canRunAgent: boolean;
}

const rootOf = (context: Context): string => `${context.origin}${context.base}`;

export const inviteParticipant: PortalHandler<'inviteParticipant'> = (call) =>
  change(call, async (transaction) => {
    const { context, scope, values } = call;
    const row: InvitationRecord = {
      id: context.newId(),
      collaborationId: call.path.collaborationId,
      trustKey: randomText(),
      canRunAgent: values.canRunAgent,
      created: context.now(),
    };
    await transaction.objectStore('invitations').put(row);
    const invitation = write({
      kind: 'invitation',
      invitationId: row.id,
      collaborationId: row.collaborationId,
      collaborationName: scope.collaboration?.name ?? '',
      portalId: scope.portal.id,
      portalName: scope.portal.name,
      url: rootOf(context),
      trustKey: row.trustKey,
      canRunAgent: row.canRunAgent,
    });
    return { success: true, invitationId: row.id, invitation };
  });

export const validateInvitation: PortalHandler<'validateInvitation'> = async ({ values }) => {
  const { trustKey: _, ...letter } = read('invitation', values.invitation);
  return { valid: true, ...letter };
};

export const acceptInvitation: PortalHandler<'acceptInvitation'> = (call) => {
  const { context, scope } = call;
  const letter = read('invitation', call.values.invitation);
  const created = context.now();
  const own: ParticipantRecord = {
    collaborationId: letter.collaborationId,
    portalId: scope.portal.id,
    name: scope.portal.name,
    url: '',
    collaborationRole: 'Guest',
    status: 'active',
    canRunAgent: letter.canRunAgent,
    itemDeletePolicy: 'remove',
    trustKey: '',
    created,
    modified: created,
  };
  return change(call, async (transaction) => {
    const participants = transaction.objectStore('participants');
    if (await participants.get([letter.collaborationId, scope.portal.id])) {
      throw new Fault('conflict', `The portal takes part in "${letter.collaborationName}" already.`);
    }
    if (letter.url === rootOf(context)) {
      // The host is a portal of this server: the trust is mutual at once.
      await useInvitation(transaction, letter);
      await participants.put(own);
      await addLinks(transaction, letter.collaborationId, scope.portal.id, letter.canRunAgent);
      return { success: true, collaborationId: letter.collaborationId };
    }
    await transaction.objectStore('collaborations').put({
      id: letter.collaborationId,
      name: letter.collaborationName,
      description: '',
      collaborationHostPortalId: letter.portalId,
      ownerUsername: '',
      created,
      modified: created,
    });
    await participants.put(own);
    await participants.put({
      ...own,
      portalId: letter.portalId,
      name: letter.portalName,
      url: letter.url,
      collaborationRole: 'Host',
      canRunAgent: false,
      trustKey: letter.trustKey,
    });
    const { id: portalId, name: portalName } = scope.portal;
    const response = write({ ...letter, kind: 'response', portalId, portalName, url: rootOf(context) });
    return { success: true, collaborationId: letter.collaborationId, response };
  });
};

export const importInvitationResponse: PortalHandler<'importInvitationResponse'> = (call) => {
  const { context, path } = call;
  const letter = read('response', call.values.response);
  return change(call, async (transaction) => {
    if (letter.collaborationId !== path.collaborationId) {
      throw new Fault(
        'bad-value',
        "'response': the answer to an invitation of this collaboration expected, of another found.",
      );
    }
    const { canRunAgent, trustKey } = await useInvitation(transaction, letter);
    const created = context.now();
    await transaction.objectStore('participants').put({
      collaborationId: letter.collaborationId,
      portalId: letter.portalId,
      name: letter.portalName,
      url: letter.url,
      collaborationRole: 'Guest',
      status: 'active',
      canRunAgent,
      itemDeletePolicy: 'remove',
      trustKey,
      created,
      modified: created,
    });
    await addLinks(transaction, letter.collaborationId, letter.portalId, canRunAgent);
    return { success: true, participantId: letter.portalId };
  });
};

/** An invitation is good for one guest. @throws {Fault} `not-found` when it was used, or is not ours */
async function useInvitation(transaction: PortalTransaction, letter: Letter): Promise<InvitationRecord> {
  const row = await transaction.objectStore('invitations').get(letter.invitationId);
  if (row?.collaborationId !== letter.collaborationId || !isEqualText(row.trustKey, letter.trustKey)) {
    throw missingFault('Invitation', letter.invitationId);
  }
  await transaction.objectStore('invitations').delete(row.id);
  return row;
}

async function addLinks(
  transaction: PortalTransaction,
  collaborationId: string,
  portalId: string,
  canSync: boolean,
): Promise<void> {
  const workspaces = transaction.objectStore('workspaces');
  for (const row of await workspaces.index('collaboration').getAll(collaborationId)) {
    if (row.participantGroupLinks.some((link) => link.portalId === portalId)) continue;
    const participantGroupLinks = [...row.participantGroupLinks, newLink(portalId, canSync)];
    await workspaces.put({ ...row, participantGroupLinks });
  }
}

const write = (letter: Letter): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(letter));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

/** @throws {Fault} `bad-value` for anything that is no such letter */
function read(kind: Letter['kind'], text: string): Letter {
  const bad = new Fault(
    'bad-value',
    `'${kind}': the text of an ${kind === 'response' ? 'answer' : kind} expected, something else found.`,
  );
  let value: unknown;
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw bad;
  }
  if (typeof value !== 'object' || value === null) throw bad;
  const letter = value as Record<keyof Letter, unknown>;
  const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,64}$/.test(id);
  const isText = (name: unknown): name is string => typeof name === 'string' && name.length <= 2048;
  const { invitationId, collaborationId, collaborationName, portalId, portalName, url, trustKey } = letter;
  if (letter.kind !== kind || !isId(invitationId) || !isId(collaborationId) || !isId(portalId)) throw bad;
  if (!isText(collaborationName) || !isText(portalName) || !isText(url) || !isText(trustKey)) throw bad;
  if (!/^https?:\/\/.+\/$/.test(url) || trustKey.length < 20) throw bad;
  const canRunAgent = letter.canRunAgent === true;
  return { kind, invitationId, collaborationId, collaborationName, portalId, portalName, url, trustKey, canRunAgent };
}
