import { choicesOf, SelectField } from '../../parts/form/select.tsx';
import { isNumeric, type TableSubject } from '../../state/rows.ts';
import type { RowValues } from '../table/row-values.ts';
import { FieldChoice } from '../table/statistics.tsx';
import { styleText } from '../text/style-text.ts';

interface Props {
  subject: TableSubject;
  values: RowValues;
  /** False for lines and areas, which cannot be rotated. */
  isTurned: boolean;
  /** True for symbols that look the same rotated. */
  isRound: boolean;
  mayFade: boolean;
  onValues: (values: RowValues) => void;
}

export function StyleRows({ subject, values, isTurned, isRound, mayFade, onValues }: Props) {
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
              choices={choicesOf(styleText.turnings as Record<RowValues['rotationType'], string>)}
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
