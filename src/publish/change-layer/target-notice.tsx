import { Notice } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { route, routeLink } from '../../state/route.ts';
import { form } from '../wizard/draft.ts';
import { changeLayerText as t } from './change-layer-text.ts';
import { readTarget } from './target.ts';

/** Notice that shows the target of the draft, with a button that removes it. */
export function TargetNotice() {
  const requested = route.value.get('into');
  const key = requested && `${requested} ${route.value.get('layer') ?? ''}`;
  const { value, problem } = useRead(key, readTarget);
  const target = form.value?.target ?? value;
  if (problem) return <Notice kind="error">{problem}</Notice>;
  if (!target) return null;
  const { service, title, layer } = target;
  return (
    <Notice kind="info">
      <strong>{layer ? t.replaceOf(layer.name, title) : t.addTo(title)}</strong>
      <span>{layer ? t.replaceDetail : t.addDetail}</span>
      <a {...routeLink('publish', { manage: service })}>{t.back(title)}</a>
    </Notice>
  );
}
