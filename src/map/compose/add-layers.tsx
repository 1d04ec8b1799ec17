import { useEffect, useState } from 'preact/hooks';
import { call, messageOf } from '../../connection/call.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useWork } from '../../parts/use-work.ts';
import { openRecord } from '../../state/ground.ts';
import { currentKey, currentTitle, type LayerInfo, services } from '../../state/services.ts';
import { changeMap, contentOfView, createMap, newLayer } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Choose layers of a service and add them on top; on the map of a service they make a new map. */
export function AddLayers({ onClose }: { onClose: () => void }) {
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
      (found) => {
        if (isGone) return;
        setLayers(found);
        setChosen(new Set(found.length === 1 ? [found[0]!.LayerID] : []));
      },
      (error) => !isGone && work.setProblem(messageOf(error)),
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
