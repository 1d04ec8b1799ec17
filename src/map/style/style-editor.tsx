import type { Value } from '../../../sw/contract/index.ts';
import { readReductionJson } from '../../../sw/service/feature-reduction.ts';
import { call } from '../../connection/call.ts';
import { labelChoices, SelectField } from '../../parts/form/select.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { changeDraft, drafts } from '../../state/requested.ts';
import { isNumeric, type TableSubject, tableSubject } from '../../state/rows.ts';
import { areLabelsOn, currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';
import { makeRowValues, mayFade, type RowValues, withRowValues } from '../table/row-values.ts';
import { FieldChoice } from '../table/statistics.tsx';
import { TaskPanel } from '../task-panel.tsx';
import { mapText } from '../text/maps-text.ts';
import { styleText } from '../text/style-text.ts';
import { useAboveSheet } from '../view/above-sheet.ts';
import { DenseChoice } from './dense/dense-choice.tsx';
import { SizeByValueChoice } from './size-by-value.tsx';
import { StyleClasses } from './style-classes.tsx';
import { StyleFrame } from './style-frame.tsx';
import { StyleLabels } from './style-labels.tsx';
import { StyleSymbol } from './style-symbol.tsx';
import { type Facets, plainFacets, readFacets, reshapeSymbol, symbolFromFacets } from './symbol-facets.ts';

const texts = mapText.style;
type Drawing = Value<'FeatureLayerDrawingDescription'>;
type Renderer = Value<'FeatureRenderer'>;

export function StyleEditor({ layerId }: { layerId: number }) {
  const layer = mapInfo.value?.MapLayerInfos?.find((info) => info.LayerID === layerId);
  const subject = tableSubject(mapInfo.value, layerId);
  const [service, MapName] = [currentKey.peek(), mapInfo.peek()?.Name];
  const { value: published, problem } = useRead(service && MapName && String(layerId), async (): Promise<Drawing> => {
    const request = { MapName: MapName!, LayerIDs: [layerId], SymbolOutputOptions: {} };
    const { Result } = await call('GetDefaultLayerDrawingDescriptions', service!, request);
    const storedDrawing = Result.find((candidate) => candidate.type === 'FeatureLayerDrawingDescription');
    const { SourceLayerID: _, ...drawing } = storedDrawing ?? { type: 'FeatureLayerDrawingDescription' };
    return drawing;
  });
  useAboveSheet();
  if (!layer || !subject) return null;
  if (!published)
    return (
      <TaskPanel title={texts.title(layer.Name)}>
        {problem ? <ErrorState title={texts.failed} message={problem} /> : <div class="skeleton tall" />}
      </TaskPanel>
    );
  return <Editor key={layerId} layer={layer} subject={subject} published={published} />;
}

interface EditorProps {
  layer: LayerInfo;
  subject: TableSubject;
  published: Drawing;
}

function Editor({ layer, subject, published }: EditorProps) {
  const { LayerID } = layer;
  const draft = drafts.value.get(LayerID);
  const drawing = draft?.drawing.type === 'FeatureLayerDrawingDescription' ? draft.drawing : published;
  const showsLabels = draft?.ShowLabels ?? areLabelsOn(layer);
  const put = (part: Partial<Drawing>, ShowLabels = showsLabels) => changeDraft(LayerID, drawing, part, ShowLabels);
  const { FeatureRenderer: renderer, FeatureReduction } = drawing;
  const isPoints = /Point$|Multipoint$/.test(subject.geometryType ?? '');
  // Clusters draw single points with the symbols of the renderer.
  const hasSymbols =
    !FeatureReduction || readReductionJson(JSON.parse(FeatureReduction), layer.Name).type === 'cluster';
  const sample = sampleSymbol(renderer);
  const facets = readFacets(sample) ?? defaultFacets(subject);
  const reshape = (next: Facets) => renderer && put({ FeatureRenderer: reshapeRenderer(renderer, facets, next) });
  return (
    <StyleFrame layer={layer} published={published}>
      {isPoints && (
        <DenseChoice
          subject={subject}
          text={FeatureReduction}
          onText={(text) => put({ FeatureReduction: text })}
          opacity={100 - (drawing.Transparency ?? 0)}
          onOpacity={(opacity) => put({ Transparency: 100 - opacity })}
        />
      )}
      {hasSymbols && (
        <>
          {sample && !readFacets(sample) && <Notice kind="info">{texts.notReadable}</Notice>}
          <StyleClasses
            subject={subject}
            renderer={renderer}
            facets={facets}
            onRenderer={(made) => put({ FeatureRenderer: withRowValues(made, makeRowValues(renderer)) })}
          />
          <StyleSymbol
            facets={facets}
            hasColor={renderer?.type !== 'ClassBreaksRenderer' && renderer?.type !== 'UniqueValueRenderer'}
            opacity={100 - (drawing.Transparency ?? 0)}
            onFacets={(next) =>
              renderer?.type === 'SimpleRenderer' || !renderer
                ? put({
                    FeatureRenderer: { type: 'SimpleRenderer', ...renderer, Symbol: symbolFromFacets(next, sample) },
                  })
                : reshape(next)
            }
            onOpacity={(opacity) => put({ Transparency: 100 - opacity })}
          />
          {facets.kind !== 'fill' && (
            <SizeByValueChoice
              subject={subject}
              isLine={facets.kind === 'line'}
              text={drawing.VisualVariables}
              onText={(text) => put({ VisualVariables: text })}
            />
          )}
          {renderer && (
            <StyleRows
              subject={subject}
              values={makeRowValues(renderer)}
              isTurned={facets.kind === 'marker'}
              isRound={!facets.image && facets.markerStyle === 'gisSMSCircle'}
              mayFade={mayFade(renderer)}
              onValues={(values) => put({ FeatureRenderer: withRowValues(renderer, values) })}
            />
          )}
        </>
      )}
      {!FeatureReduction && (
        <StyleLabels
          subject={subject}
          labeling={drawing.LabelingDescription}
          isOn={showsLabels}
          onChange={(LabelingDescription, isOn) => put(LabelingDescription ? { LabelingDescription } : {}, isOn)}
        />
      )}
    </StyleFrame>
  );
}

function sampleSymbol(renderer: Renderer | undefined): Value<'Symbol'> | undefined {
  switch (renderer?.type) {
    case 'SimpleRenderer':
      return renderer.Symbol;
    case 'ClassBreaksRenderer':
      return renderer.ClassBreakInfos[0]?.Symbol;
    case 'UniqueValueRenderer':
      return renderer.UniqueValueInfos?.[0]?.Symbol ?? renderer.DefaultSymbol;
    default:
      return undefined;
  }
}

/** Apply the change of the sample symbol to all symbols of a renderer. */
function reshapeRenderer(renderer: Renderer, from: Facets, to: Facets): Renderer {
  switch (renderer.type) {
    case 'SimpleRenderer':
      return { ...renderer, Symbol: reshapeSymbol(renderer.Symbol, from, to) };
    case 'ClassBreaksRenderer': {
      const ClassBreakInfos = renderer.ClassBreakInfos.map((classBreak) => ({
        ...classBreak,
        Symbol: reshapeSymbol(classBreak.Symbol, from, to),
      }));
      return {
        ...renderer,
        DefaultSymbol: renderer.DefaultSymbol && reshapeSymbol(renderer.DefaultSymbol, from, to),
        ClassBreakInfos,
      };
    }
    case 'UniqueValueRenderer':
      return {
        ...renderer,
        DefaultSymbol: renderer.DefaultSymbol && reshapeSymbol(renderer.DefaultSymbol, from, to),
        UniqueValueInfos: (renderer.UniqueValueInfos ?? []).map((uniqueValue) => ({
          ...uniqueValue,
          Symbol: reshapeSymbol(uniqueValue.Symbol, from, to),
        })),
      };
  }
}

function defaultFacets({ geometryType }: TableSubject): Facets {
  const kind =
    geometryType === 'gisGeometryPolygon' ? 'fill' : geometryType === 'gisGeometryPolyline' ? 'line' : 'marker';
  const sizePt = kind === 'line' ? 1.5 : 6;
  const outline = { outlineColor: kind === 'marker' ? '#ffffff' : '#4a5550', outlinePt: kind === 'line' ? 0 : 0.6 };
  return { ...plainFacets, kind, color: '#2f8577', sizePt, ...outline };
}

interface Props {
  subject: TableSubject;
  values: RowValues;
  /** False for lines and polygons, which can't be rotated. */
  isTurned: boolean;
  /** True for symbols that look the same rotated. */
  isRound: boolean;
  mayFade: boolean;
  onValues: (values: RowValues) => void;
}

function StyleRows({ subject, values, isTurned, isRound, mayFade, onValues }: Props) {
  const numbers = subject.fields.filter(isNumeric);
  const { rotationField, rotationType, transparencyField } = values;
  if (numbers.length === 0 || !(isTurned || mayFade)) return null;
  return (
    <fieldset class="task-group">
      <legend>{styleText.byRow}</legend>
      {isTurned && (
        <>
          <FieldChoice
            name={styleText.turnedBy}
            fields={numbers}
            none={styleText.noField}
            value={rotationField}
            onChange={(name) => onValues({ ...values, rotationField: name })}
          />
          {rotationField && (
            <SelectField
              label={styleText.turning}
              value={rotationType}
              choices={labelChoices(styleText.turnings as Record<RowValues['rotationType'], string>)}
              onChange={(type) => onValues({ ...values, rotationType: type })}
            />
          )}
          {rotationField && isRound && <p class="soft">{styleText.round}</p>}
        </>
      )}
      {mayFade && (
        <div class="field">
          <FieldChoice
            name={styleText.fadedBy}
            fields={numbers}
            none={styleText.noField}
            value={transparencyField}
            onChange={(name) => onValues({ ...values, transparencyField: name })}
          />
          {transparencyField && <small>{styleText.fadedHint}</small>}
        </div>
      )}
    </fieldset>
  );
}
