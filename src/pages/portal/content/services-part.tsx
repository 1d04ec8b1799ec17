import { placeLink } from '../../../state/place.ts';
import { portalText as t } from '../../../text/portal-text.ts';
import { act } from '../act.ts';
import { AskedPart } from '../asked-part.tsx';
import { andFollow } from '../collaborations/and-follow.ts';
import { ask } from '../portal-call.ts';
import type { TabProps } from '../portal-page.tsx';
import { useAsked } from '../use-asked.ts';

/** The map services of a portal, and who may use each. */
export function ServicesPart({ portal }: TabProps) {
  const portalId = portal.id;
  const asked = useAsked(portalId, async (signal) => (await ask('services', { portalId }, {}, { signal })).services);
  return (
    <section class="card" aria-labelledby="portal-services">
      <h2 id="portal-services">{t.services.title}</h2>
      <p class="soft">{t.services.detail}</p>
      <AskedPart asked={asked}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="soft">{t.services.none}</p>
          ) : (
            <ul class="portal-list">
              {rows.map(({ name, access }) => (
                <li key={name}>
                  <a {...placeLink('directory', { item: name })}>{name}</a>
                  <select
                    class="input"
                    aria-label={t.services.accessOf(name)}
                    value={access}
                    onChange={(event) => {
                      const wanted = event.currentTarget.value as 'public' | 'private';
                      const done = t.services.changed(name, t.choices[wanted] ?? wanted);
                      const values = { service: name, access: wanted };
                      void act(() => andFollow(() => ask('updateServiceAccess', { portalId }, values)), done);
                    }}
                  >
                    <option value="public">{t.choices.public}</option>
                    <option value="private">{t.choices.private}</option>
                  </select>
                </li>
              ))}
            </ul>
          )
        }
      </AskedPart>
    </section>
  );
}
