import type { Context } from '../../context.ts';
import { Fault, toFault } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { changeAndNotify } from '../change.ts';
import type { SyncJobRecord, SyncResult, WorkspaceRecord } from '../schema/portal-records.ts';
import { type PortalTransaction, rowIn } from '../store/portal-store.ts';
import { type Claim, heartbeatMs, renewIn, updateJob } from './claim.ts';
import { type Inventory, localPeer, type Offer, type Peer, type ReceivedItem } from './local-peer.ts';

const bytesPerMegabyte = 1024 ** 2;

/** One item to process. */
interface Step {
  readonly sender: Peer;
  readonly receiver: Peer;
  readonly direction: SyncResult['direction'];
  readonly action: SyncResult['action'];
  readonly itemId: string;
  readonly title: string;
  readonly offer?: Offer;
  /** Fingerprint of the sender's item, which the receiver's copy will have. */
  readonly fingerprint: string;
  /** Reason why only a reference, or nothing, is copied; otherwise empty. */
  readonly reason: string;
}

/**
 * Run a synchronization to its end.
 *
 * Each item is written and counted in one transaction, so that a restarted job continues after its worker was stopped.
 *
 * @returns the ended job; after an error its status is `failed` and its summary has the reason
 * @throws any storage error when not even the end can be recorded; then the lease expires
 */
export async function runSync(context: Context, claim: Claim): Promise<SyncJobRecord> {
  const beat = setInterval(() => {
    // Ignore a lost lease here: the next item fails and reports it.
    updateJob(context, claim, (job) => job).catch(() => undefined);
  }, heartbeatMs);
  try {
    await replicate(context, claim);
    return await finish(context, claim);
  } catch (error) {
    return await finish(context, claim, toFault(error).message);
  } finally {
    clearInterval(beat);
  }
}

async function replicate(context: Context, claim: Claim): Promise<void> {
  const { workspaceId, collaborationId, portalId } = claim.job;
  const { workspace, participants, hostId } = await context.store.portal.read(async (transaction) => ({
    workspace: await rowIn(transaction, 'workspaces', workspaceId),
    participants: await transaction.objectStore('participants').getAll(keysStartingWith([collaborationId])),
    hostId: (await transaction.objectStore('collaborations').get(collaborationId))?.collaborationHostPortalId,
  }));
  await updateJob(context, claim, (job) => ({ ...job, status: 'in_progress' }));
  const me = localPeer(context, portalId, workspaceId);
  const failures: string[] = [];
  for (const participant of participants) {
    // Guests exchange items only with the host, which forwards items of other guests.
    if (participant.portalId === portalId || (portalId !== hostId && participant.portalId !== hostId)) continue;
    try {
      await replicateWith(context, claim, {
        me,
        peer: localPeer(context, participant.portalId, workspace.id),
        workspace,
        hostId,
      });
    } catch (error) {
      const { message } = toFault(error);
      await failTasks(context, claim, participant.portalId, message);
      failures.push(message);
    }
  }
  if (failures.length) throw new Fault('conflict', failures.join(' '));
}

interface Pair {
  readonly me: Peer;
  readonly peer: Peer;
  readonly workspace: WorkspaceRecord;
  readonly hostId: string | undefined;
}

async function replicateWith(context: Context, claim: Claim, { me, peer, workspace, hostId }: Pair): Promise<void> {
  await startTask(context, claim, peer, 0, 0);
  const [localInventory, theirs] = await Promise.all([me.inventory(), peer.inventory()]);
  const steps = [
    ...listSteps({ sender: me, receiver: peer, direction: 'send' }, localInventory, theirs, { workspace, hostId }),
    ...listSteps({ sender: peer, receiver: me, direction: 'receive' }, theirs, localInventory, { workspace, hostId }),
  ];
  await endTask(context, claim, peer, 0, `${steps.length} items to treat`);
  await startTask(context, claim, peer, 1, steps.length);
  const isCopied = (step: Step) => step.reason === '' || workspace.config.copyByRefIfCopyFail;
  const ready = steps.filter(isCopied);
  for (const step of steps) if (!isCopied(step)) await fail(context, claim, peer, step, step.reason);
  await endTask(context, claim, peer, 1, `${ready.length} of ${steps.length} items exported`);
  // Items processed before the worker was stopped are no longer steps, but still count.
  const isStep = (result: SyncResult) =>
    steps.some((s) => s.itemId === result.itemId && s.direction === result.direction);
  const before = claim.job.results.filter((result) => result.peerPortalId === peer.portalId && !isStep(result));
  await startTask(context, claim, peer, 2, steps.length + before.length);
  for (const step of ready) await treat(context, claim, peer, step);
  await endTask(context, claim, peer, 2, `${steps.length} items treated`);
}

/** List the new and changed items of the sender, and the items it no longer shares. */
function listSteps(
  way: Pick<Step, 'sender' | 'receiver' | 'direction'>,
  from: Inventory,
  to: Inventory,
  { workspace, hostId }: Pick<Pair, 'workspace' | 'hostId'>,
): Step[] {
  const received = new Map<string, ReceivedItem>(to.holds.map((receivedItem) => [receivedItem.itemId, receivedItem]));
  const isRelay = way.sender.portalId === hostId;
  const offers = from.offers.filter(
    ({ originPortalId }) =>
      originPortalId !== way.receiver.portalId && (isRelay || originPortalId === way.sender.portalId),
  );
  const offered = new Set(offers.map((offer) => offer.itemId));
  const gone = to.holds.filter(
    (receivedItem) => receivedItem.viaPortalId === way.sender.portalId && !offered.has(receivedItem.itemId),
  );
  const limitBytes = workspace.config.maxItemSizeInMB * bytesPerMegabyte;
  const copies = (to.receives ? offers : []).map((offer): Step => {
    const isTooLarge = !offer.byReference && offer.bytes > limitBytes;
    return {
      ...way,
      action: received.has(offer.itemId) ? 'update' : 'add',
      itemId: offer.itemId,
      title: offer.title,
      offer,
      // Differs from the fingerprint of a full copy, so that a raised limit is detected.
      fingerprint: isTooLarge ? `${offer.fingerprint}.reference` : offer.fingerprint,
      reason: isTooLarge
        ? `${offer.bytes} bytes, more than the ${workspace.config.maxItemSizeInMB} MB of the workspace`
        : '',
    };
  });
  return [
    ...copies.filter((step) => received.get(step.itemId)?.fingerprint !== step.fingerprint),
    ...gone.map(
      ({ itemId, title }): Step => ({ ...way, action: 'remove', itemId, title, fingerprint: '', reason: '' }),
    ),
  ];
}

async function treat(context: Context, claim: Claim, peer: Peer, step: Step): Promise<void> {
  const { reason, fingerprint } = step;
  const byReference = reason !== '' || step.offer?.byReference === true;
  const result = makeSyncResult(peer, step, 'succeeded', reason, byReference);
  try {
    if (step.action === 'remove')
      await step.receiver.remove(step.itemId, (transaction) => count(context, transaction, claim, result));
    else {
      const bundle = await step.sender.read(step.itemId, byReference);
      await step.receiver.write({ ...bundle, fingerprint, byReference }, step.sender.portalId, (transaction) =>
        count(context, transaction, claim, result),
      );
    }
  } catch (error) {
    // If the synchronization was stopped, this throws again; otherwise only the item failed.
    await fail(context, claim, peer, step, toFault(error).message);
  }
}

/** Count an item in the transaction that writes it. A repeated attempt replaces the earlier result. */
async function count(
  context: Context,
  transaction: PortalTransaction,
  claim: Claim,
  result: SyncResult,
): Promise<void> {
  const job = await renewIn(context, transaction, claim);
  const isSame = (candidate: SyncResult) =>
    candidate.itemId === result.itemId &&
    candidate.direction === result.direction &&
    candidate.peerPortalId === result.peerPortalId;
  const results = [...job.results.filter((candidate) => !isSame(candidate)), result];
  await transaction.objectStore('syncJobs').put({ ...job, results, modified: context.now() });
}

function fail(context: Context, claim: Claim, peer: Peer, step: Step, reason: string): Promise<unknown> {
  const result = makeSyncResult(peer, step, 'failed', reason, false);
  return context.store.portal.write((transaction) => count(context, transaction, claim, result));
}

const makeSyncResult = (
  peer: Peer,
  { direction, itemId, title, action }: Step,
  outcome: SyncResult['outcome'],
  reason: string,
  byReference: boolean,
): SyncResult => ({ peerPortalId: peer.portalId, direction, itemId, title, action, outcome, byReference, reason });

/** Record the end of a synchronization, release the workspace in the same transaction, and notify the webhooks. */
function finish(context: Context, claim: Claim, reason?: string): Promise<SyncJobRecord> {
  const { username } = claim.job;
  return changeAndNotify(context, username, context.store.portal.write, async (transaction, emit) => {
    const jobs = transaction.objectStore('syncJobs');
    const lease = await transaction.objectStore('leases').get(claim.job.workspaceId);
    const current = await jobs.get(claim.job.id);
    // The workspace was deleted, or another worker has taken over.
    if (lease?.ownerId !== claim.ownerId || !current)
      return current ?? { ...claim.job, status: 'failed' as const, summary: reason ?? '' };
    const job = endJob(context, current, reason);
    const workspace = await transaction.objectStore('workspaces').get(job.workspaceId);
    if (workspace && job.status === 'completed') {
      await transaction.objectStore('workspaces').put({ ...workspace, lastSyncSuccess: job.endTime });
    }
    await jobs.put(job);
    await transaction.objectStore('leases').delete(job.workspaceId);
    const operation = job.status === 'failed' ? 'fail' : 'complete';
    const properties = { workspaceId: job.workspaceId, status: job.status, summary: job.summary };
    emit({ portalId: job.portalId, source: 'syncs', operation, id: job.id, properties });
    return job;
  });
}

function endJob(context: Context, job: SyncJobRecord, reason: string | undefined): SyncJobRecord {
  const failed = job.results.filter((result) => result.outcome === 'failed').length;
  const status = reason !== undefined ? 'failed' : failed > 0 ? 'completed_with_failures' : 'completed';
  const counts = `${job.results.length - failed} items succeeded, ${failed} failed`;
  const summaries = {
    failed: `Failed: ${reason} (${counts})`,
    completed_with_failures: `Completed sync with failures: ${counts}`,
    completed: `Completed sync successfully: ${counts}`,
  };
  return { ...job, status, summary: summaries[status], endTime: context.now(), modified: context.now() };
}

const taskNames = [
  'Check reachability, fetch items and diff',
  'Export replication package',
  'Upload and import replication package to peer',
] as const;

const taskId = (claim: Claim, peerPortalId: string, index: number): string =>
  `${claim.job.id}-${peerPortalId}-${index + 1}`;

/** Record the start of a task with a peer. After a restart, the new record replaces the old record. */
function startTask(context: Context, claim: Claim, peer: Peer, index: number, planned: number): Promise<unknown> {
  const id = taskId(claim, peer.portalId, index);
  return updateJob(context, claim, (job) => ({
    ...job,
    tasks: [
      ...job.tasks.filter((task) => task.id !== id),
      {
        id,
        peerPortalId: peer.portalId,
        name: taskNames[index] ?? '',
        status: 'in_progress',
        startTime: context.now(),
        endTime: -1,
        summary: '',
        planned,
      },
    ],
  }));
}

/** Record the end of a task. */
function endTask(context: Context, claim: Claim, peer: Peer, index: number, summary: string): Promise<unknown> {
  const id = taskId(claim, peer.portalId, index);
  return updateJob(context, claim, (job) => ({
    ...job,
    tasks: job.tasks.map((task) =>
      task.id === id ? { ...task, status: 'completed' as const, endTime: context.now(), summary } : task,
    ),
  }));
}

/** Record the failure of the running task with a peer. */
function failTasks(context: Context, claim: Claim, peerPortalId: string, summary: string): Promise<unknown> {
  return updateJob(context, claim, (job) => ({
    ...job,
    tasks: job.tasks.map((task) =>
      task.peerPortalId === peerPortalId && task.endTime === -1
        ? { ...task, status: 'failed' as const, endTime: context.now(), summary }
        : task,
    ),
  }));
}
