import { useRef } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { labelChoices, SelectField } from '../../parts/form/select.tsx';
import { Notice } from '../../parts/notice.tsx';
import { locationColumns, type TableLocation } from '../import/locate/table-location.ts';
import type { ReadColumn, ReadLayer } from '../import/read-layer.ts';
import { publishText } from '../text/publish-text.ts';
import { locateRows } from './draft.ts';

const t = publishText.location;

/** The columns with the location of a table's rows; the map next to it shows the result immediately. */
export function LocationChoice({ layer }: { layer: ReadLayer }) {
  const { origin, location, offer } = layer.located!;
  const wasChosen = useRef(false);
  const put = (chosen: TableLocation) => {
    wasChosen.current = true;
    void locateRows(origin, chosen);
  };
  const aliases = layer.columns.map(({ name, alias }) => [name, alias] as const);
  const locationName = (candidate: TableLocation): string =>
    locationColumns(candidate)
      .map((name) => `“${aliases.find(([of]) => of === name)?.[1] ?? name}”`)
      .join(', ');
  return (
    <fieldset class="location-choice">
      <legend>{t.title}</legend>
      {location.form === 'none' && offer && (
        <Notice kind="warning">
          <span>{t.offer(locationName(offer))}</span>
          <Button small onClick={() => put(offer)}>
            {t.use}
          </Button>
        </Notice>
      )}
      {location.form === 'none' && !offer && <Notice kind="info">{wasChosen.current ? t.asTable : t.isTable}</Notice>}
      <div class="row location-fields">
        <SelectField
          class="small"
          label={t.form}
          value={location.form}
          choices={labelChoices<TableLocation['form']>(t.forms)}
          onChange={(form) => put(makeLocation(form, location, layer.columns))}
        />
        {location.form === 'xy' && (
          <>
            <SelectField
              class="small"
              label={t.x}
              value={location.x}
              choices={aliases}
              onChange={(x) => put({ ...location, x })}
            />
            <IconButton icon="swap" name={t.swap} onClick={() => put({ ...location, x: location.y, y: location.x })} />
            <SelectField
              class="small"
              label={t.y}
              value={location.y}
              choices={aliases}
              onChange={(y) => put({ ...location, y })}
            />
          </>
        )}
        {location.form !== 'xy' && location.form !== 'none' && (
          <SelectField
            class="small"
            label={t.column}
            value={location.column}
            choices={aliases}
            onChange={(column) => put({ ...location, column })}
          />
        )}
      </div>
    </fieldset>
  );
}

/** Change the form of a location. The columns are kept if possible; otherwise the first suitable columns are used. */
function makeLocation(
  form: TableLocation['form'],
  before: TableLocation,
  columns: readonly ReadColumn[],
): TableLocation {
  if (form === 'none') return { form };
  const isNumber = ({ readings }: ReadColumn): boolean => readings[0]?.reading === 'Double';
  const names = columns.map(({ name }) => name);
  if (form === 'xy') {
    const numbers = columns.filter(isNumber).map(({ name }) => name);
    const [x = names[0]!, y = names[1] ?? names[0]!] = before.form === 'xy' ? [before.x, before.y] : numbers;
    return { form, x, y };
  }
  if (before.form !== 'xy' && before.form !== 'none') return { form, column: before.column };
  const text = columns.find(({ readings }) => readings[0]?.reading === 'String')?.name;
  return { form, column: text ?? names[0]! };
}
