import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import { getPlan, isContractType, type Plan, type StructPlan } from '../../../sw/soap/plan.ts';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { formatBytes, formatCount, formatNumber } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { MiniMap } from '../mini-map.tsx';
import { explorerText as t } from '../text/explorer-text.ts';
import { RecordTable } from './record-table.tsx';

type Members = Readonly<Record<string, unknown>>;

const maxItems = 200;
const shapes: ReadonlySet<string> = new Set(['EnvelopeN', 'PointN', 'MultipointN', 'PolylineN', 'PolygonN']);
const colors: ReadonlySet<string> = new Set(['RgbColor', 'GrayColor']);

export function ReadableValue({ plan, value, name }: { plan: Plan; value: unknown; name: string }): ComponentChildren {
  if (value === undefined || value === null) return <em class="null">{text.results.null}</em>;
  switch (plan.kind) {
    case 'list':
      return <ListValue plan={plan.item} items={value as readonly unknown[]} name={name} />;
    case 'struct': {
      const valuePlan = plan.members.get(String((value as Members).type ?? plan.name)) ?? plan;
      return <StructValue plan={valuePlan} value={value as Members} name={name} />;
    }
    default:
      return <PlainValue value={value} name={name} />;
  }
}

/** Matches members whose numbers are identifiers, which have no thousands separator. */
const isNumeral = /(ID|Id|[wW]kid|ID \d+|Tag)$/;

/** A value without members: a number, text, date, link or bytes. */
export function PlainValue({ value, name }: { value: unknown; name: string }): ComponentChildren {
  if (value === null || value === undefined) return <em class="null">{text.results.null}</em>;
  if (typeof value === 'boolean') return <span>{value ? text.results.yes : text.results.no}</span>;
  if (typeof value === 'number') return <span>{isNumeral.test(name) ? String(value) : formatNumber(value)}</span>;
  if (value instanceof Date) return <time>{value.toISOString()}</time>;
  if (value instanceof Uint8Array) return <BytesValue bytes={value} type={undefined} name={name} />;
  if (typeof value === 'object' && 'value' in value) return <span>{formatNumber(value.value as number)}</span>;
  if (typeof value === 'object') return <Named value={value as Members} name={name} />;
  const label = String(value);
  if (label === '') return <em class="null">{t.emptyText}</em>;
  return /^https?:\/\/\S+$/.test(label) ? (
    <a href={label} target="_blank" rel="noreferrer">
      {label}
    </a>
  ) : (
    <span>{label}</span>
  );
}

function Named({ value, name }: { value: Members; name: string }) {
  const plan = typeof value.type === 'string' && isContractType(value.type) ? getPlan(value.type) : undefined;
  return plan?.kind === 'struct' ? (
    <StructValue plan={plan} value={value} name={name} />
  ) : (
    <StructMembers value={value} plans={new Map()} name={name} />
  );
}

function ListValue({ plan, items, name }: { plan: Plan; items: readonly unknown[]; name: string }) {
  if (items.length === 0) return <em class="null">{t.emptyList}</em>;
  const shown = items.slice(0, maxItems);
  const more = items.length > shown.length && (
    <p class="soft">{t.moreItems(formatCount(items.length - shown.length))}</p>
  );
  if (plan.kind !== 'struct')
    return (
      <>
        <ul class="plain-list">
          {shown.map((item, index) => (
            <li key={index}>
              <PlainValue value={item} name={name} />
            </li>
          ))}
        </ul>
        {more}
      </>
    );
  const points = items.filter((item): item is Value<'Geometry'> => (item as Members)?.type === 'PointN');
  if (points.length === items.length) return <MiniMap shapes={points} name={name} />;
  return (
    <>
      {shown.map((item, index) => (
        <Folded key={index} text={`${index} · ${summarizeValue(item) || plan.name}`} isOpen={items.length <= 3}>
          <ReadableValue plan={plan} value={item} name={`${name} ${index}`} />
        </Folded>
      ))}
      {more}
    </>
  );
}

function StructValue({ plan, value, name }: { plan: StructPlan; value: Members; name: string }): ComponentChildren {
  const special = specialView(plan, value, name);
  const plans = new Map(plan.fields.map((field) => [field.name, field.plan]));
  if (!special) return <StructMembers value={value} plans={plans} name={name} />;
  if (special.isWhole) return special.view;
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !special.used.includes(key)));
  return (
    <>
      {special.view}
      <StructMembers value={rest} plans={plans} name={name} />
    </>
  );
}

interface SpecialView {
  readonly view: ComponentChildren;
  readonly isWhole?: boolean;
  readonly used: readonly string[];
}

function specialView(plan: StructPlan, value: Members, name: string): SpecialView | undefined {
  if (plan.name === 'RecordSet')
    return {
      view: <RecordTable records={value as unknown as Value<'RecordSet'>} name={name} />,
      isWhole: true,
      used: [],
    };
  if (plan.name === 'RelatedRecordSet') {
    const { RelatedRecordFields, RelatedRecordGroups } = value as unknown as Value<'RelatedRecordSet'>;
    return {
      view: RelatedRecordGroups.map(({ SourceRowID, Records }) => (
        <section class="stack near answer-part" key={SourceRowID}>
          <h3>{t.relatedTo(String(SourceRowID))}</h3>
          <RecordTable records={{ Fields: RelatedRecordFields, Records }} name={t.relatedTo(String(SourceRowID))} />
        </section>
      )),
      isWhole: RelatedRecordGroups.length > 0,
      used: ['RelatedRecordFields'],
    };
  }
  if (plan.name === 'PropertySet') {
    const properties = (value as unknown as Value<'PropertySet'>).PropertyArray;
    const entries = properties.map(({ Key, Value: of }) => [Key, of] as const);
    return {
      view: <StructMembers value={Object.fromEntries(entries)} plans={new Map()} name={name} />,
      isWhole: true,
      used: [],
    };
  }
  if (value.ImageData instanceof Uint8Array)
    return {
      view: <BytesValue bytes={value.ImageData} type={String(value.ImageType ?? 'image/png')} name={name} />,
      used: ['ImageData', ...(value.ImageURL === '' ? ['ImageURL'] : [])],
    };
  if (typeof value.ImageURL === 'string' && value.ImageURL !== '')
    return { view: <img class="answer-image" src={value.ImageURL} alt={name} />, used: [] };
  if (shapes.has(plan.name))
    return { view: <MiniMap shapes={[value as unknown as Value<'Geometry'>]} name={name} />, used: [] };
  if (colors.has(plan.name)) {
    const { Red, Green, Blue, GrayLevel, AlphaValue = 255 } = value as Record<string, number | undefined>;
    const css = `rgb(${Red ?? GrayLevel} ${Green ?? GrayLevel} ${Blue ?? GrayLevel} / ${(AlphaValue / 255).toFixed(2)})`;
    return { view: <i class="color-swatch" style={{ background: css }} />, used: [] };
  }
  return undefined;
}

function StructMembers({ value, plans, name }: { value: Members; plans: ReadonlyMap<string, Plan>; name: string }) {
  const members = Object.entries(value).filter(([key, of]) => key !== 'type' && of !== undefined);
  return (
    <dl class="fact-list">
      {members.map(([key, of]) => {
        const plan = plans.get(key);
        const isBlock = plan ? plan.kind === 'struct' || plan.kind === 'list' : isLarge(of);
        const view = plan ? (
          <ReadableValue plan={plan} value={of} name={`${name}.${key}`} />
        ) : (
          <PlainValue value={of} name={`${name}.${key}`} />
        );
        return (
          <div key={key} data-block={isBlock ? '' : undefined}>
            <dt>{key}</dt>
            <dd>{isBlock && isLong(of) ? <Folded text={lengthText(of)}>{view}</Folded> : view}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const isLarge = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('value' in value) && !(value instanceof Date);

/** Renders long content only when it is opened. */
function Folded(props: { text: string; isOpen?: boolean; children: ComponentChildren }) {
  const { text: label, children } = props;
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  return (
    <details class="answer-block" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  );
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > 6;
const lengthText = (value: unknown): string => t.entries(formatCount((value as readonly unknown[]).length));

function BytesValue({ bytes, type, name }: { bytes: Uint8Array; type: string | undefined; name: string }) {
  const mime = type ?? detectMime(bytes);
  const blob = useMemo(() => new Blob([bytes as Uint8Array<ArrayBuffer>], mime ? { type: mime } : {}), [bytes, mime]);
  return <BytesView blob={blob} name={name} fileName={`${name.replace(/\W+/g, '-')}.${mimeExtension(mime)}`} />;
}

/**
 * Bytes as an image, if the browser can show it, and as a file to save. The link has no content type, because a page or
 * SVG opened from it would run scripts on this origin.
 */
export function BytesView(props: { blob: Blob; name: string; fileName: string; children?: ComponentChildren }) {
  const { blob, name, fileName, children } = props;
  const isShown = /^image\/(png|jpeg|gif|bmp|svg\+xml|webp)/.test(blob.type);
  const file = useMemo(() => new Blob([blob], { type: 'application/octet-stream' }), [blob]);
  const [url, fileUrl] = [useObjectUrl(blob), useObjectUrl(file)];
  return (
    <span class="stack near answer-bytes">
      {isShown && url && <img class="answer-image" src={url} alt={name} />}
      {children}
      <a href={fileUrl} download={fileName}>
        {t.download(formatBytes(blob.size))}
      </a>
    </span>
  );
}

function detectMime(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x47 && bytes[1] === 0x49) return 'image/gif';
  return undefined;
}

const mimeExtension = (mime: string | undefined): string => (mime ?? '').split('/')[1]?.replace(/\+.*/, '') || 'bin';

/** Return a short text that identifies a value in a list. */
export function summarizeValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).slice(0, 60);
  const of = value as Record<string, unknown>;
  const text = [of.Name, of.Key, of.LayerID, of.ID, of.Label, of.StatisticFieldName, of.type].find(
    (part) => part !== undefined && part !== '',
  );
  if (of.type === 'PointN') return `${of.X}, ${of.Y}`;
  return text === undefined ? '' : String(text).slice(0, 60);
}
