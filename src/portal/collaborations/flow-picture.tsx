import { useEffect, useRef, useState } from 'preact/hooks';
import type { Participant } from '../../connection/portal-answers.ts';
import { portalText as t } from '../text/portal-text.ts';
import type { Flow } from './flows.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly participant: Participant;
}
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const boxHeight = 58;
const gap = 22;
/** Below this width the guests stand under the host. */
const narrowPx = 520;

/** Draw who sends to whom: the host, its guests, and an arrow for every way that a workspace opens. */
export function FlowPicture(props: { participants: readonly Participant[]; flows: readonly Flow[]; ownId: string }) {
  const { participants, flows, ownId } = props;
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    if (element.current) watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  const host = participants.find(({ collaborationRole }) => collaborationRole === 'Host');
  const guests = participants.filter((one) => one !== host);
  const nameOf = (id: string) => participants.find((one) => one.id === id)?.portalInfo.name ?? id;
  const arrows = arrowsOf(flows);
  const summary = arrows.length
    ? arrows.map(({ from, to, text: content }) => t.flow.sends(nameOf(from), nameOf(to), content)).join(' ')
    : t.flow.nothing;
  const isNarrow = width < narrowPx;
  const boxWidth = isNarrow ? width : Math.min(240, width * 0.34);
  const boxes = host ? boxesOf(host, guests, { width, boxWidth, isNarrow }) : [];
  const height = Math.max(boxHeight, ...boxes.map(({ y }) => y + boxHeight)) + 2;
  return (
    <div class="flow-picture" ref={element}>
      {width > 0 && host && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
          <defs>
            <marker id="flow-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0 8 4 0 8z" />
            </marker>
          </defs>
          {boxes.slice(1).map((guest) => (
            <Ways
              key={guest.participant.id}
              host={boxes[0]!}
              guest={guest}
              arrows={arrows}
              {...{ boxWidth, isNarrow }}
            />
          ))}
          {boxes.map(({ x, y, participant }) => (
            <g key={participant.id} class="flow-box" data-own={participant.id === ownId ? '' : undefined}>
              <rect x={x + 1} y={y + 1} width={boxWidth - 2} height={boxHeight - 2} rx="10" />
              <text x={x + boxWidth / 2} y={y + 25} text-anchor="middle" class="name">
                {shorten(participant.portalInfo.name, boxWidth)}
              </text>
              <text x={x + boxWidth / 2} y={y + 44} text-anchor="middle" class="role">
                {participant.collaborationRole === 'Host' ? t.collaborations.host : t.collaborations.guest}
                {participant.id === ownId ? t.flow.own : ''}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

/** Where the boxes stand: the host first, guests at its right one under the other, or all under each other. */
function boxesOf(
  host: Participant,
  guests: readonly Participant[],
  { width, boxWidth, isNarrow }: { width: number; boxWidth: number; isNarrow: boolean },
): Box[] {
  if (isNarrow) {
    const wayPx = 54;
    return [host, ...guests].map((participant, index) => ({ x: 0, y: index * (boxHeight + wayPx), participant }));
  }
  const tall = Math.max(1, guests.length) * (boxHeight + gap) - gap;
  return [
    { x: 0, y: (tall - boxHeight) / 2, participant: host },
    ...guests.map((participant, index) => ({ x: width - boxWidth, y: index * (boxHeight + gap), participant })),
  ];
}

function Ways(props: { host: Box; guest: Box; arrows: readonly Arrow[]; boxWidth: number; isNarrow: boolean }) {
  const { host, guest, arrows, boxWidth, isNarrow } = props;
  const between = (from: Box, to: Box) =>
    arrows.find((one) => one.from === from.participant.id && one.to === to.participant.id);
  const way = (arrow: Arrow | undefined, isBack: boolean) => {
    const shift = isBack ? 11 : -11;
    const ends: [number, number, number, number] = isNarrow
      ? [boxWidth / 2 + shift, guest.y - 48, boxWidth / 2 + shift, guest.y - 6]
      : [boxWidth + 8, host.y + boxHeight / 2 + shift, guest.x - 8, guest.y + boxHeight / 2 + shift];
    const [x1, y1, x2, y2] = isBack ? [ends[2], ends[3], ends[0], ends[1]] : ends;
    const label = isNarrow
      ? { x: x1 + (isBack ? 12 : -12), y: (y1 + y2) / 2 + 4, 'text-anchor': isBack ? 'start' : 'end' }
      : { x: (x1 + x2) / 2, y: (y1 + y2) / 2 + (isBack ? 17 : -7), 'text-anchor': 'middle' };
    const roomPx = isNarrow ? boxWidth / 2 - 24 : guest.x - boxWidth - 40;
    return (
      <g class="flow-way" data-off={arrow ? undefined : ''}>
        <line {...{ x1, y1, x2, y2 }} marker-end={arrow ? 'url(#flow-tip)' : undefined} />
        <text {...label}>{shorten(arrow?.text ?? t.flow.none, roomPx)}</text>
      </g>
    );
  };
  return (
    <>
      {way(between(host, guest), false)}
      {way(between(guest, host), true)}
    </>
  );
}

function arrowsOf(flows: readonly Flow[]): Arrow[] {
  const byWay = new Map<string, Arrow>();
  for (const { from, to, workspace } of flows) {
    const before = byWay.get(`${from} ${to}`);
    byWay.set(`${from} ${to}`, { from, to, text: before ? `${before.text}, ${workspace}` : workspace });
  }
  return [...byWay.values()];
}

/** About seven pixels a letter at the size these words have. */
function shorten(content: string, roomPx: number): string {
  const most = Math.max(4, Math.floor(roomPx / 7.4));
  return content.length > most ? `${content.slice(0, most - 1)}…` : content;
}
