import { useId } from 'preact/hooks';
import { serviceUrl } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { Select } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { formatCount } from '../../text/format.ts';
import { PositionChoice } from '../change-layer/position-choice.tsx';
import type { Decided, SymbolChoice } from '../import/decided.ts';
import { freeName, serviceName } from '../import/service-name.ts';
import { pickStoredSymbol, resolveSymbol } from '../job/decide.ts';
import { draftServiceKey, folderProblem, nameProblem } from '../job/problems.ts';
import { JoinsForm } from '../joins/joins-form.tsx';
import { managedServices, readManaged } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { compareFields } from './compare-fields.ts';
import { changeForm, changeLayer, form, layers, reading } from './draft.ts';
import { RelationsForm } from './relations-form.tsx';

export function NameStep() {
  const draft = form.value;
  const now = reading.value;
  if (!draft || now.state !== 'read') return null;
  const isPackage = now.outcome.type === 'package';
  return (
    <>
      {now.outcome.type === 'package' && (
        <Notice kind="info">
          <strong>
            {t.pack.title}: {now.outcome.title}
          </strong>
          <span>{packageDetail(now.outcome)}</span>
        </Notice>
      )}
      {now.outcome.type === 'package' && now.outcome.replaceableFilters.length > 0 && (
        <Notice kind="warning">
          <span>{t.pack.filters(now.outcome.replaceableFilters.slice(0, 5).join(', '))}</span>
          <Check
            on={draft.mayReplaceFilters ?? false}
            onChange={(mayReplaceFilters) => changeForm({ mayReplaceFilters })}
          >
            {t.manage.mayReplaceFilters}
          </Check>
        </Notice>
      )}
      {!draft.target && <Naming draft={draft} isPackage={isPackage} />}
      {draft.target && !draft.target.layer && <PositionChoice draft={draft} target={draft.target} />}
      {draft.isReplacing && !isPackage && (!draft.target || draft.target.layer) && (
        <Changes service={draftServiceKey(draft)} />
      )}
      {layers.value.length > 0 && !draft.target?.layer && <LayerStyles draft={draft} />}
      <JoinsForm draft={draft} />
      {!draft.target?.layer && layers.value.filter((layer) => layer.geometry !== 'raster').length > 1 && (
        <RelationsForm draft={draft} />
      )}
    </>
  );
}

const packageDetail = ({ layerNames, rowCount }: { layerNames: readonly string[]; rowCount: number | null }): string =>
  t.pack.detail(layerNames.length, rowCount === null ? null : formatCount(rowCount));

function Naming({ draft, isPackage }: { draft: Decided; isPackage: boolean }) {
  const services = managedServices.value ?? [];
  const key = draftServiceKey(draft);
  const isTaken = services.some((service) => service.key === key);
  return (
    <section class="card" aria-label={t.steps.name}>
      <div class="columns">
        {!isPackage && (
          <TextField
            label={t.name.title}
            value={draft.title}
            hint={t.name.titleHint}
            onInput={(title) => changeForm({ title, ...(isOwnName(draft) ? { name: serviceName(title) } : {}) })}
          />
        )}
        <TextField
          label={t.name.name}
          value={draft.name}
          hint={t.name.nameHint}
          problem={nameProblem(draft, services, t)}
          onInput={(name) => changeForm({ name: name.trim(), isReplacing: false })}
        />
        <TextField
          label={t.name.folder}
          value={draft.folder}
          hint={t.name.folderHint}
          problem={folderProblem(draft, t)}
          onInput={(folder) => changeForm({ folder: folder.trim(), isReplacing: false })}
        />
      </div>
      {isTaken && <TakenChoice draft={draft} taken={new Set(services.map((service) => service.key))} />}
      {!isPackage && (
        <TextField
          label={t.name.description}
          value={draft.description}
          isLong
          onInput={(description) => changeForm({ description })}
        />
      )}
      <p class="soft">
        {t.name.address}: <code>{serviceUrl(key)}</code>
      </p>
    </section>
  );
}

/** Check whether the name follows the title, which it does until the user edits it. */
const isOwnName = ({ title, name, isReplacing }: Decided): boolean => !isReplacing && name === serviceName(title);

function TakenChoice({ draft, taken }: { draft: Decided; taken: ReadonlySet<string> }) {
  const group = useId();
  const takeFree = () =>
    changeForm({
      name: freeName(draft.name, (name) => taken.has(draftServiceKey({ ...draft, name }))),
      isReplacing: false,
    });
  return (
    <div class="row taken-choice" id={group}>
      <label class="choice">
        <input
          type="checkbox"
          checked={draft.isReplacing}
          onChange={(event) => changeForm({ isReplacing: event.currentTarget.checked })}
        />
        <span>
          {t.name.replace}
          <small>{t.name.replaceDetail}</small>
        </span>
      </label>
      {!draft.isReplacing && (
        <Button small onClick={takeFree}>
          {t.name.another}
        </Button>
      )}
    </div>
  );
}

function LayerStyles({ draft }: { draft: Decided }) {
  return (
    <section class="card" aria-labelledby="styles-title">
      <h2 id="styles-title">{t.name.styles}</h2>
      <ul class="stack layer-styles">
        {layers.value.map((layer, index) => {
          const decidedLayer = draft.layers[index]!;
          if (decidedLayer.isLeftOut) return null;
          const symbol = resolveSymbol(decidedLayer, layer);
          const draw = (change: Partial<SymbolChoice>) =>
            changeLayer(index, { symbol: pickStoredSymbol({ ...symbol, ...change }, layer) });
          const hasSymbol = layer.geometry !== 'none' && layer.geometry !== 'raster';
          return (
            <li key={`${layer.name} ${index}`}>
              <span>
                {hasSymbol && (
                  <input
                    type="color"
                    aria-label={t.name.color(layer.name)}
                    value={symbol.color}
                    onInput={(event) => draw({ color: event.currentTarget.value })}
                  />
                )}
              </span>
              <input
                class="input small"
                aria-label={`${t.layer.name}: ${layer.name}`}
                value={decidedLayer.name}
                aria-invalid={decidedLayer.name.trim() === ''}
                onInput={(event) => changeLayer(index, { name: event.currentTarget.value })}
              />
              {hasSymbol ? (
                <input
                  type="range"
                  aria-label={t.name.size(layer.name)}
                  title={t.name.size(layer.name)}
                  min={0.25}
                  max={layer.geometry === 'points' ? 24 : 8}
                  step={0.25}
                  value={symbol.sizePt}
                  onInput={(event) => draw({ sizePt: event.currentTarget.valueAsNumber })}
                />
              ) : (
                <span />
              )}
              {layer.geometry === 'raster' ? (
                <span />
              ) : (
                <label class="named-by">
                  <span>{t.name.displayShort}</span>
                  <Select
                    class="small"
                    aria-label={t.name.display(layer.name)}
                    value={decidedLayer.displayField ?? ''}
                    choices={[
                      ['', t.name.noDisplay],
                      ...layer.columns
                        .filter(({ name }) => !decidedLayer.columns[name]?.isLeftOut)
                        .map(({ name }) => [name, decidedLayer.columns[name]?.alias ?? name] as const),
                    ]}
                    onChange={(displayField) => changeLayer(index, { displayField })}
                  />
                </label>
              )}
              {layer.colorCount > 1 && symbol.color === layer.color && (
                <small class="soft file-colors">{t.name.colors(layer.colorCount)}</small>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Changes({ service }: { service: string }) {
  const { value: managed, problem } = useRead(service, () => readManaged(service));
  const draft = form.value;
  if (problem) return <Notice kind="error">{problem}</Notice>;
  if (!managed || !draft) return <div class="skeleton" style={{ height: '60px' }} aria-hidden="true" />;
  const layer = draft.target?.layer;
  const comparison = compareFields(managed.definition, layers.value, draft, layer?.id);
  return (
    <section class="card" aria-labelledby="changes-title">
      <h2 id="changes-title">{t.changes.title(layer?.name ?? service)}</h2>
      {comparison.length === 0 ? (
        <p class="soft">{t.changes.same}</p>
      ) : (
        <ul class="problem-list">
          {comparison.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
