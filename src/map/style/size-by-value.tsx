import { useState } from 'preact/hooks';
import { readSizes, type SizeByValue, sizesText } from '../../../sw/service/size-by-value.ts';
import { formatError } from '../../connection/call.ts';
import { Notice } from '../../parts/notice.tsx';
import { isAmount, plainValue, readStatistics, type TableSubject } from '../../state/rows.ts';
import { FieldChoice } from '../table/statistics.tsx';
import { denseText } from '../text/dense-text.ts';
import { mapText } from '../text/maps-text.ts';
import { SliderRow } from './control-rows.tsx';

interface Props {
  subject: TableSubject;
  isLine: boolean;
  /** The JSON of the drawing description. */
  text: string | undefined;
  onText: (text: string | undefined) => void;
}

/** Select a field that the size of symbols depends on, in addition to their color. */
export function SizeByValueChoice({ subject, isLine, text, onText }: Props) {
  const sizes = text ? readSizes(text, subject.name) : undefined;
  const [problem, setProblem] = useState<string>();
  const numbers = subject.fields.filter(isAmount);
  if (numbers.length === 0) return null;
  const put = (next: SizeByValue) => onText(sizesText(next));
  const choose = async (field: string) => {
    setProblem(undefined);
    if (!field) return onText(undefined);
    try {
      const [minValue, maxValue] = await readRange(subject, field);
      const [minSizePt, maxSizePt] = sizes ? [sizes.minSizePt, sizes.maxSizePt] : isLine ? [0.5, 6] : [3, 24];
      put({ field, minValue, maxValue, minSizePt, maxSizePt });
    } catch (error) {
      setProblem(formatError(error));
    }
  };
  const most = isLine ? 20 : 80;
  const unit = mapText.style.points;
  return (
    <fieldset class="task-group">
      <legend>{denseText.sizeBy}</legend>
      <FieldChoice
        name={denseText.sizeField}
        fields={numbers}
        none={denseText.sameSize}
        value={sizes?.field ?? ''}
        onChange={(field) => void choose(field)}
      />
      {problem && <Notice kind="error">{problem}</Notice>}
      {sizes && (
        <>
          <SliderRow
            {...{ name: denseText.smallestSize, unit, value: sizes.minSizePt, minimum: 0.5, most: most / 2, step: 0.5 }}
            onChange={(minSizePt) => put({ ...sizes, minSizePt })}
          />
          <SliderRow
            {...{ name: denseText.largestSize, unit, value: sizes.maxSizePt, minimum: 1, most, step: 0.5 }}
            onChange={(maxSizePt) => put({ ...sizes, maxSizePt })}
          />
          <p class="soft">{denseText.sizeHint}</p>
        </>
      )}
    </fieldset>
  );
}

/** Return the minimum and maximum of a field; zeros if it has no values. */
async function readRange(subject: TableSubject, field: string): Promise<readonly [number, number]> {
  const ends = ['gisDataStatTypeMin', 'gisDataStatTypeMax'] as const;
  const StatisticDescriptions = ends.map((StatisticType, i) => ({
    ...{ StatisticFieldName: field, StatisticType, ResultFieldName: `END_${i}` },
  }));
  const { groups } = await readStatistics(subject.id, { where: '' }, { StatisticDescriptions });
  const [min, max] = ends.map((_, i) => Number(plainValue(groups[0]?.[i]) ?? 0));
  return [min!, max!];
}
