import { useState } from 'preact/hooks';
import { restoreBackup } from '../../connection/catalogue.ts';
import { fetchLinked, LinkError, maximumLinkedBytes } from '../../connection/fetch-linked.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Segments } from '../../parts/form/segments.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { saveWorkspaceFile } from '../../parts/workspace-file.ts';
import { publishFiles } from '../../state/dropped.ts';
import { closeIncoming, incoming, workspaceFacts } from '../../state/incoming.ts';
import { followCatalogue } from '../../state/other-tabs.ts';
import { services } from '../../state/services.ts';
import { showToast } from '../../state/toasts.ts';
import { formatBytes, formatCount, formatMoment } from '../../text/format.ts';
import { workspaceText as t } from '../../text/workspace-text.ts';

/** Dialog that asks before a remote file is fetched, or before a workspace file replaces the current data. */
export function Incoming() {
  const now = incoming.value;
  if (!now) return null;
  return now.kind === 'link' ? (
    <LinkQuestion key={now.address} address={now.address} />
  ) : (
    <WorkspaceQuestion key={now.file.name} file={now.file} />
  );
}

function WorkspaceQuestion({ file }: { file: File }) {
  const { value: facts, isReading } = useFacts(file);
  const [first, setFirst] = useState<'drop' | 'save'>(services.value?.length ? 'save' : 'drop');
  const [content, setContent] = useState<'all' | 'maps'>('all');
  const replace = async () => {
    if (first === 'save') await saveWorkspaceFile(true);
    const { services: count } = await restoreBackup(file, content);
    await followCatalogue();
    showToast({ message: t.restored(formatCount(count)) });
  };
  return (
    <Confirm
      title={t.openTitle}
      action={content === 'all' ? t.restoreGo : t.mapsGo}
      isReady={!!facts}
      onAct={replace}
      onClose={closeIncoming}
    >
      {facts && (
        <p>{t.holds(file.name, formatMoment(facts.madeAt), formatCount(facts.services), formatCount(facts.maps))}</p>
      )}
      {facts && facts.accounts.length > 0 && (
        <p>{t.accounts(formatList(facts.accounts), formatCount(facts.administrators))}</p>
      )}
      {facts && facts.webHooks.length > 0 && <p>{t.webHooks(formatList(facts.webHooks))}</p>}
      {facts && facts.hosts.length > 0 && <p>{t.hosts(formatList(facts.hosts))}</p>}
      {facts && <Segments label={t.content} choices={t.contentChoices} value={content} onChange={setContent} />}
      {!facts && !isReading && <Notice kind="error">{t.notWorkspace}</Notice>}
      <p>{t[content === 'all' ? 'here' : 'mapsHere'](formatCount(services.value?.length ?? 0))}</p>
      <p>{t.first}</p>
      <Segments label={t.first} choices={t.firstChoices} value={first} onChange={setFirst} />
    </Confirm>
  );
}

const maxListed = 10;

/** Join a list for a sentence; entries beyond the limit are counted. */
function formatList(names: readonly string[]): string {
  const rest = names.length - maxListed;
  return names.slice(0, maxListed).join(', ') + (rest > 0 ? ` + ${formatCount(rest)}` : '');
}

function useFacts(file: File) {
  const { value } = useRead(file.name, async () => ({ facts: await workspaceFacts(file) }));
  return { value: value?.facts, isReading: value === undefined };
}

function failureText({ reason }: LinkError, host: string): string {
  if (reason.failure === 'unreachable') return t.linkFailed(host);
  if (reason.failure === 'too-large') return t.linkTooLarge(formatBytes(maximumLinkedBytes));
  return reason.failure === 'status' ? t.linkStatus(reason.status) : t.linkCutOff(host);
}

function LinkQuestion({ address }: { address: string }) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const [hasFailed, setFailed] = useState(false);
  const open = async () => {
    let file: File;
    try {
      file = await fetchLinked(address);
    } catch (error) {
      setFailed(true);
      throw error instanceof LinkError ? new Error(failureText(error, url!.host)) : error;
    }
    closeIncoming();
    await publishFiles([file]);
  };
  return (
    <Confirm
      kind="primary"
      icon="download"
      title={t.linkTitle}
      action={t.linkGo}
      isReady={isWeb}
      onAct={open}
      // Close only this dialog, because the fetched file may have opened another one.
      onClose={() => incoming.value?.kind === 'link' && closeIncoming()}
    >
      {isWeb ? (
        <>
          <p>{t.link(url.host)}</p>
          <p>
            <code>{address}</code>
          </p>
          <p>{t.linkMeans}</p>
          {hasFailed && (
            <p>
              <a href={address} target="_blank" rel="noreferrer noopener">
                {t.download}
              </a>
            </p>
          )}
        </>
      ) : (
        <Notice kind="error">{t.linkWrong(address)}</Notice>
      )}
    </Confirm>
  );
}
