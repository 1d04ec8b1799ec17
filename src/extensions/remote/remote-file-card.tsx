import { useState } from 'preact/hooks';
import { remoteManifest } from '../../../sw/extensions/remote/remote-manifest.ts';
import { sourceHost, sourceName } from '../../../sw/formats/reading/source-address.ts';
import { stem } from '../../../sw/formats/reading/source-table.ts';
import { formatError } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { changeLayerText } from '../../publish/change-layer/change-layer-text.ts';
import { Positions } from '../../publish/change-layer/position-choice.tsx';
import { targetIn } from '../../publish/change-layer/target.ts';
import type { Target } from '../../publish/import/decided.ts';
import { lostSettings } from '../../publish/import/lost-settings.ts';
import { shapeOfKind } from '../../publish/import/read-layer.ts';
import { serviceName } from '../../publish/import/service-name.ts';
import { codePattern } from '../../publish/job/problems.ts';
import { listManagedParts } from '../../publish/manage/managed-parts.ts';
import { managedServices, readManaged } from '../../publish/managed-services.ts';
import { publishText as p } from '../../publish/text/publish-text.ts';
import { CodeField } from '../../publish/wizard/code-field.tsx';
import { route } from '../../state/route.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import type { RemoteLayerDescription } from './import/raster-description.ts';
import { publishSource } from './publish-source.ts';
import { remoteText as t } from './remote-text.ts';

/** The content of the file, and the service that it creates or joins. */
export function RemoteFileCard(props: { described: RemoteLayerDescription; source: string; onBack: () => void }) {
  const { described, source, onBack } = props;
  const { remote, crs, leftOut, extent } = described;
  const { inexact = [] } = described.kind === 'rows' ? described : {};
  const [title, setTitle] = useState(described.name || stem(sourceName(remote.address)));
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState('');
  const [position, setPosition] = useState<Target['position']>('bottom');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const requested = route.value.get('into');
  const service = requested ?? chosen;
  const layerId = requested === undefined ? undefined : route.value.get('layer');
  const { value: into, problem } = useRead(service ? `${service} ${layerId ?? ''}` : undefined, async () => ({
    target: await targetIn(service, layerId),
    lost: layerId === undefined ? [] : await lostBy(described, service, layerId),
  }));
  const target = into && { ...into.target, position };
  const host = sourceHost(remote.address);
  const name = serviceName(title);
  const isTaken = service === '' && managedServices.value?.some(({ key }) => key === name);
  const unfit = target?.layer && whyUnfit(target.layer, described, title);
  const isPlaced = service === '' || (target !== undefined && !unfit);
  const hasTitle = !target?.layer;
  const isReady = title.trim() !== '' && !isTaken && isPlaced && (crs !== undefined || codePattern.test(code));
  const publish = async () => {
    setSending(true);
    setFailure(undefined);
    const description = described.kind === 'raster' ? t.pixelsNote(host) : t.layerNote(host);
    const choices = { name, title, description, wkid: crs ? undefined : Number(code) };
    await publishSource(described, source, choices, target).catch(setFailure);
    setSending(false);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSending) void publish();
      }}
    >
      <p role="status">
        <strong>{describeMatch(described, host)}</strong>
      </p>
      {leftOut.length > 0 && <p class="soft">{t.leftOut(leftOut.join(', '))}</p>}
      {inexact.length > 0 && <p class="soft">{t.inexact(inexact.join(', '))}</p>}
      {hasTitle && (
        <TextField label={t.name} value={title} problem={isTaken ? p.name.taken(name) : undefined} onInput={setTitle} />
      )}
      {!crs && <CodeField code={code} extent={extent} onCode={setCode} />}
      <ServiceChoice
        {...{ service, target }}
        isFixed={requested !== undefined}
        onService={setChosen}
        onPosition={setPosition}
      />
      {unfit && <Notice kind="error">{unfit}</Notice>}
      {!unfit && into && into.lost.length > 0 && (
        <ul class="problem-list">
          {into.lost.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p class="soft">{t.copy}</p>
      {(problem ?? failure) !== undefined && <Notice kind="error">{problem ?? formatError(failure)}</Notice>}
      <div class="row">
        <Button onClick={onBack}>{p.back}</Button>
        <Button kind="primary" icon="upload" type="submit" disabled={!isReady || isSending}>
          {target?.layer ? p.replace : service ? changeLayerText.publishAdd : t.publish}
        </Button>
      </div>
    </form>
  );
}

/** Return the reason why a file can't be new data for a layer; undefined if it can. */
function whyUnfit(
  layer: NonNullable<Target['layer']>,
  described: RemoteLayerDescription,
  title: string,
): string | undefined {
  const shape = described.kind === 'rows' ? shapeOfKind[described.geometry] : 'raster';
  return shape === layer.geometry ? undefined : changeLayerText.otherShape(layer.name, layer.geometry, title, shape);
}

/** List the settings of a layer that the file has no fields for, one sentence each. */
async function lostBy(described: RemoteLayerDescription, service: string, layerId: string): Promise<string[]> {
  const { definition } = await readManaged(service);
  const part = listManagedParts(definition).find(({ id }) => String(id) === layerId);
  if (!part?.table || described.kind !== 'rows') return [];
  const { of, table } = part;
  const after = remoteManifest({ ...described, rowCount: 0 });
  const lost = lostSettings(of, table, after, definition.maps[0]?.relationships);
  return lost.flatMap(({ use, fields }) => fields.map((field) => changeLayerText.lost(of.Name, field, use)));
}

function describeMatch(described: RemoteLayerDescription, host: string): string {
  const size = formatBytes(described.remote.sizeBytes);
  if (described.kind === 'rows') return t.found(formatCount(described.rowCount), size, host);
  const { widthPx, heightPx } = described.manifest;
  return t.foundPixels(formatCount(widthPx), formatCount(heightPx), size, host);
}

/** The choice between a new service and a layer of an existing one, with its position. */
function ServiceChoice(props: {
  /** Key of the selected service; empty for a new one. */
  service: string;
  /** Absent while loading. */
  target: Target | undefined;
  /** The page was opened for a fixed service. */
  isFixed: boolean;
  onService: (key: string) => void;
  onPosition: (position: Target['position']) => void;
}) {
  const { service, target, isFixed, onService, onPosition } = props;
  const services = managedServices.value ?? [];
  return (
    <>
      {!isFixed && services.length > 0 && (
        <SelectField
          label={t.service}
          value={service}
          choices={[['', t.newService], ...services.map(({ key, title }) => [key, title] as const)]}
          onChange={onService}
        />
      )}
      {target && !target.layer && (
        <>
          {!isFixed && <p class="soft">{changeLayerText.addDetail}</p>}
          <Positions count={1} target={target} onChoose={onPosition} />
        </>
      )}
    </>
  );
}
