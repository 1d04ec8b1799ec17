import '../style/cards.css';
import './portal.css';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import type { Portal } from '../connection/portal-answers.ts';
import { ask } from '../connection/portal-call.ts';
import { sessions, signPageIn } from '../connection/sign-in.ts';
import { Segments } from '../parts/form/segments.tsx';
import { ErrorState } from '../parts/notice.tsx';
import { changeRoute, route, routeLink } from '../state/route.ts';
import { AccountsTab } from './accounts/accounts-tab.tsx';
import { CollaborationsTab } from './collaborations/collaborations-tab.tsx';
import { ContentTab } from './content/content-tab.tsx';
import { FirstPassword } from './first-password.tsx';
import { LoadedPart } from './loaded-part.tsx';
import { PortalState } from './portal-state.tsx';
import { ResourcesTab } from './resources/resources-tab.tsx';
import { SignIn } from './sign-in.tsx';
import type { TabProps } from './tab-props.ts';
import { portalText as t } from './text/portal-text.ts';
import { useLoaded } from './use-loaded.ts';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';

const tabs: Readonly<Record<keyof typeof t.tabs, ComponentType<TabProps>>> = {
  collaborations: CollaborationsTab,
  content: ContentTab,
  webhooks: WebhooksTab,
  resources: ResourcesTab,
  accounts: AccountsTab,
};
type TabName = keyof typeof tabs;

export function PortalPage() {
  const [problem, setProblem] = useState<string>();
  const signIn = () => {
    setProblem(undefined);
    signPageIn().catch((error) => setProblem(messageOf(error)));
  };
  useEffect(() => {
    if (!sessions.value) signIn();
  }, []);
  return (
    <main class="page column portal" id="main" tabIndex={-1}>
      <header>
        <h1>{t.title}</h1>
        <p class="soft">{t.intro}</p>
      </header>
      {problem && <ErrorState title={t.signInFailed} message={problem} onRetry={signIn} />}
      {sessions.value ? (
        <Console />
      ) : (
        !problem && <div class="shimmer" data-on="" role="status" aria-label={t.loading} />
      )}
    </main>
  );
}

function Console() {
  const known = sessions.value!;
  const loaded = useLoaded([...known.keys()].join(), async (signal) => {
    const { portals } = await ask('portals', {} as never, {}, { signal });
    // For members only: each portal is asked with its own token.
    // The host of this browser's collaboration first, as the portal that `self` means.
    const sorted = portals.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
    // One that does not answer is shown as the list has it.
    return Promise.all(
      sorted.map((one) =>
        sessions.value?.has(one.id) ? ask('portal', { portalId: one.id }, {}, { signal }).catch(() => one) : one,
      ),
    );
  });
  return (
    <>
      <FirstPassword />
      <LoadedPart loaded={loaded}>{(portals) => <Chosen portals={portals} />}</LoadedPart>
    </>
  );
}

function Chosen({ portals }: { portals: readonly Portal[] }) {
  const portal = portals.find(({ id }) => id === route.value.get('portal')) ?? portals[0];
  const session = portal && sessions.value?.get(portal.id);
  const requested = route.value.get('tab') as TabName | undefined;
  const tab: TabName = requested && Object.hasOwn(tabs, requested) ? requested : 'collaborations';
  const Tab = tabs[tab];
  if (!portal) return <p class="soft">{t.noPortal}</p>;
  return (
    <>
      <Segments
        label={t.choosePortal}
        choices={Object.fromEntries(portals.map(({ id, name }) => [id, name]))}
        value={portal.id}
        onChange={(id) => changeRoute({ portal: id })}
      />
      <PortalState portal={portal} session={session} />
      {session ? (
        <>
          <nav class="tabs" aria-label={t.tabsLabel}>
            {(Object.keys(tabs) as TabName[]).map((name) => (
              <a
                key={name}
                aria-current={name === tab ? 'page' : undefined}
                {...routeLink('portal', { portal: portal.id, tab: name })}
              >
                {t.tabs[name]}
              </a>
            ))}
          </nav>
          <div class="stack far" key={`${portal.id} ${tab}`}>
            <Tab portal={portal} session={session} portals={portals} />
          </div>
        </>
      ) : (
        <SignIn portal={portal} />
      )}
    </>
  );
}
