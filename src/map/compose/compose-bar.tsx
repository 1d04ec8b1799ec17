import { useEffect, useState } from 'preact/hooks';
import { referenceFromWkid, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import { isComposed } from '../../../sw/service/map-key.ts';
import { call, formatError } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Select, SelectField } from '../../parts/form/select.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useWork } from '../../parts/use-work.ts';
import { chosenBackground, hasOwnBackground, openRecord } from '../../state/background.ts';
import { shownReference } from '../../state/requested.ts';
import { currentKey, currentTitle, type LayerInfo, services } from '../../state/services.ts';
import { chooseProjection } from '../../state/view.ts';
import { changeMap, contentOfView, createMap, newLayer } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

type Kind = keyof typeof composeText.backgrounds;

/** Controls below the layer list that add layers of other services and choose the background. */
export function ComposeBar() {
  const [isAdding, setAdding] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const record = openRecord.value;
  const kind: Kind = record?.background.kind ?? chosenBackground.value;
  // A service or a tile address is stored with one map, so only composed maps offer them.
  const kinds = (['world', 'satellite', ...(record ? (['service', 'tiles'] as const) : []), 'none'] as const).map(
    (choice) => [choice, composeText.backgrounds[choice]] as const,
  );
  const choose = (next: Kind) => {
    if (next === 'tiles') setTyping(true);
    else if (next === 'service') setChoosing(true);
    else if (record) void changeMap(() => ({ background: { kind: next } }), false);
    else chosenBackground.choose(next);
  };
  if (isComposed(currentKey.value) && !record) return null;
  return (
    <div class="compose-bar">
      {hasOwnBackground.value ? (
        <p class="soft">{composeText.ownBackground}</p>
      ) : (
        <label class="background-choice">
          <span>{composeText.background}</span>
          <Select class="small" value={kind} choices={kinds} onChange={choose} />
        </label>
      )}
      {record?.background.kind === 'tiles' && (
        <p class="soft">
          {record.background.credit}
          {!sameReference(shownReference.value, referenceFromWkid(3857)) && ` ${composeText.tilesProjection}`}
        </p>
      )}
      {record?.background.kind === 'service' && <p class="soft">{backgroundTitle(record.background.service)}</p>}
      <Button small icon="plus" onClick={() => setAdding(true)}>
        {composeText.addLayers}
      </Button>
      {isAdding && <AddLayers onClose={() => setAdding(false)} />}
      {isTyping && <TilesDialog onClose={() => setTyping(false)} />}
      {isChoosing && <ServiceBackgroundDialog onClose={() => setChoosing(false)} />}
    </div>
  );
}

const backgroundTitle = (key: string | undefined): string =>
  services.value?.find(({ name }) => name === key)?.title ?? composeText.gone;

/** Dialog that chooses a service to draw below the layers. */
function ServiceBackgroundDialog({ onClose }: { onClose: () => void }) {
  const all = services.value ?? [];
  const before = openRecord.value?.background.service;
  const [service, setService] = useState(() => (all.find(({ name }) => name === before) ?? all[0])?.name ?? '');
  const use = async () => {
    const { Result: map } = await call('GetDefaultMapName', service, {});
    await changeMap(() => ({ background: { kind: 'service', service, map } }), false);
    onClose();
  };
  return (
    <FormDialog
      title={composeText.serviceTitle}
      action={composeText.useService}
      icon="check"
      isReady={service !== ''}
      onSubmit={use}
      onClose={onClose}
    >
      <p>{composeText.serviceDetail}</p>
      <SelectField
        label={composeText.service}
        value={service}
        choices={all.map(({ name, title }) => [name, title] as const)}
        onChange={setService}
      />
    </FormDialog>
  );
}

/** Dialog that asks for a tile address and its attribution. Nothing is requested before the user confirms. */
function TilesDialog({ onClose }: { onClose: () => void }) {
  const before = openRecord.value?.background;
  const [url, setUrl] = useState(before?.url ?? '');
  const [credit, setCredit] = useState(before?.credit ?? '');
  const isSound = /^https?:\/\/[^/]/.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part));
  const use = async () => {
    await changeMap(() => ({ background: { kind: 'tiles', url: url.trim(), credit: credit.trim() } }), false);
    chooseProjection('mercator');
    onClose();
  };
  return (
    <FormDialog
      title={composeText.tilesTitle}
      action={composeText.use}
      icon="check"
      isReady={isSound}
      onSubmit={use}
      onClose={onClose}
    >
      <p>{composeText.tilesDetail}</p>
      <label class="field">
        <span>{composeText.tilesUrl}</span>
        <input
          class="input"
          type="url"
          spellcheck={false}
          placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value.trim())}
        />
        {url !== '' && !isSound && <small class="field-note">{composeText.tilesWrong}</small>}
      </label>
      <label class="field">
        <span>{composeText.tilesCredit}</span>
        <input class="input" value={credit} onInput={(event) => setCredit(event.currentTarget.value)} />
      </label>
    </FormDialog>
  );
}

/** Dialog that adds layers of a service on top. If the map belongs to a service, this creates a new map. */
function AddLayers({ onClose }: { onClose: () => void }) {
  const all = services.value ?? [];
  const [service, setService] = useState(
    () => (all.find(({ name }) => name !== currentKey.peek()) ?? all[0])?.name ?? '',
  );
  const [layers, setLayers] = useState<readonly LayerInfo[]>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const work = useWork();
  useEffect(() => {
    let isGone = false;
    setLayers(undefined);
    work.setProblem(undefined);
    layersIn(service).then(
      (result) => {
        if (isGone) return;
        setLayers(result);
        setChosen(new Set(result.length === 1 ? [result[0]!.LayerID] : []));
      },
      (error) => !isGone && work.setProblem(formatError(error)),
    );
    return () => {
      isGone = true;
    };
  }, [service]);
  const add = async () => {
    const added = (layers ?? []).filter(({ LayerID }) => chosen.has(LayerID)).map((layer) => newLayer(service, layer));
    if (openRecord.peek()) await changeMap((content) => ({ layers: [...added, ...content.layers] }));
    else {
      const content = contentOfView(currentTitle.peek() ?? '');
      if (content) await createMap({ ...content, layers: [...added, ...content.layers] });
    }
    onClose();
  };
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <FormDialog
      title={composeText.addTitle}
      action={composeText.add(chosen.size)}
      icon="plus"
      isReady={chosen.size > 0}
      work={work}
      onSubmit={add}
      onClose={onClose}
    >
      <p>
        {composeText.addDetail} {!openRecord.value && composeText.addToNew}
      </p>
      <SelectField
        label={composeText.data}
        value={service}
        choices={all.map(({ name, title }) => [name, title])}
        onChange={setService}
      />
      {!layers && !work.problem && <div class="skeleton tall" />}
      {layers?.length === 0 && <p>{composeText.noLayers}</p>}
      {layers && layers.length > 0 && (
        <ul class="layer-choice">
          {layers.map(({ LayerID, Name, Description }) => (
            <li key={LayerID}>
              <label>
                <input type="checkbox" checked={chosen.has(LayerID)} onChange={() => toggle(LayerID)} />
                <span>
                  {Name}
                  {Description && <small>{Description}</small>}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

async function layersIn(service: string): Promise<readonly LayerInfo[]> {
  if (service === '') return [];
  const { Result: MapName } = await call('GetDefaultMapName', service, {});
  const { Result } = await call('GetServerInfo', service, { MapName });
  return (Result.MapLayerInfos ?? []).filter((layer) => !layer.IsComposite);
}
