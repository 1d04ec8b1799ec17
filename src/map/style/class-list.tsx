import type { Value } from '../../../sw/contract/index.ts';
import { DraftInput } from '../../parts/form/draft-input.tsx';
import { formatCount } from '../../text/format.ts';
import { mapText } from '../text/maps-text.ts';
import { recolorSymbol, symbolColorToHex } from './symbol-facets.ts';

const texts = mapText.style;
type Renderer = Value<'FeatureRenderer'>;

const maxListed = 40;

export function ClassList({ renderer, onRenderer }: { renderer: Renderer; onRenderer: (renderer: Renderer) => void }) {
  const infos =
    renderer.type === 'ClassBreaksRenderer'
      ? renderer.ClassBreakInfos
      : renderer.type === 'UniqueValueRenderer'
        ? (renderer.UniqueValueInfos ?? [])
        : [];
  const put = (index: number, part: { Label?: string; Symbol?: Value<'Symbol'> }) => {
    if (renderer.type === 'ClassBreaksRenderer') {
      const ClassBreakInfos = renderer.ClassBreakInfos.map((classBreak, i) =>
        i === index ? { ...classBreak, ...part } : classBreak,
      );
      onRenderer({ ...renderer, ClassBreakInfos });
    } else if (renderer.type === 'UniqueValueRenderer') {
      const UniqueValueInfos = infos.map((uniqueValue, i) => (i === index ? { ...uniqueValue, ...part } : uniqueValue));
      onRenderer({ ...renderer, UniqueValueInfos: UniqueValueInfos as Value<'UniqueValueInfo'>[] });
    }
  };
  return (
    <>
      <ul class="class-list">
        {infos.slice(0, maxListed).map((info, index) => (
          <ClassItem key={index} symbol={info.Symbol} label={info.Label} onChange={(part) => put(index, part)} />
        ))}
        {renderer.type === 'ClassBreaksRenderer' && renderer.DefaultSymbol && (
          <ClassItem
            symbol={renderer.DefaultSymbol}
            label={renderer.DefaultLabel}
            onChange={(part) =>
              onRenderer({
                ...renderer,
                DefaultLabel: part.Label ?? renderer.DefaultLabel,
                DefaultSymbol: part.Symbol ?? renderer.DefaultSymbol,
              })
            }
          />
        )}
      </ul>
      {infos.length > maxListed && <p class="soft">{texts.moreClasses(formatCount(infos.length - maxListed))}</p>}
    </>
  );
}

interface ItemProps {
  symbol: Value<'Symbol'> | undefined;
  label: string | undefined;
  onChange: (part: { Label?: string; Symbol?: Value<'Symbol'> }) => void;
}

function ClassItem({ symbol, label = '', onChange }: ItemProps) {
  return (
    <li>
      <input
        type="color"
        aria-label={texts.classColour(label)}
        value={symbolColorToHex('Color' in (symbol ?? {}) ? (symbol as Value<'FillSymbol'>).Color : undefined)}
        onInput={(event) => {
          const changed = recolorSymbol(symbol, event.currentTarget.value);
          if (changed) onChange({ Symbol: changed });
        }}
      />
      <DraftInput aria-label={texts.classLabel(label)} value={label} onCommit={(Label) => onChange({ Label })} />
    </li>
  );
}
