import './portal.css';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { portalRow } from '../../sw/portal/contract/index.ts';
import { formatError } from '../connection/call.ts';
import type { Portal } from '../connection/portal-answers.ts';
import { ask, fillAddress } from '../connection/portal-call.ts';
import type { Session } from '../connection/sessions.ts';
import { firstPassword, keepSession, leaveSession, sessions, signPageIn } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { Segments } from '../parts/form/segments.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { EmptyState, ErrorState } from '../parts/notice.tsx';
import { followCatalogue } from '../state/other-tabs.ts';
import { changeRoute, route, routeLink } from '../state/route.ts';
import { showToast } from '../state/toasts.ts';
import { formatMoment } from '../text/format.ts';
import { afterwards, CreateButtons, runAction } from './actions.tsx';
import { CollaborationsTab } from './collaborations-tab.tsx';
import { EntryList, ListCard } from './entry-list.tsx';
import { type Entry, kinds, type Scope } from './kinds.ts';
import { LoadedPart, useLoaded } from './loaded-part.tsx';
import { OperationForm } from './operation-form.tsx';
import { portalText as t } from './text/portal-text.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

type TabProps = { scope: Scope };

function ContentTab({ scope }: TabProps) {
  const path = { portalId: scope.portal.id };
  const below = {
    title: t.kinds.files.title,
    content: ({ id }: Entry) => <Files itemId={String(id)} scope={scope} />,
  };
  return (
    <>
      <ListCard kind="items" path={path} scope={scope} below={below} />
      <ListCard kind="groups" path={path} scope={scope} />
      <ListCard kind="services" path={path} scope={scope} />
    </>
  );
}

/** The files of an item in addition to its data. */
function Files({ itemId, scope }: TabProps & { itemId: string }) {
  const path = { portalId: scope.portal.id, itemId };
  const loaded = useLoaded(itemId, async (signal) => (await ask('item', path, {}, { signal })).resources);
  return (
    <>
      <LoadedPart loaded={loaded} none={<p class="soft">{t.kinds.files.none}</p>}>
        {(names) => (
          <EntryList kind="files" path={path} scope={scope} entries={names.map((resource) => ({ resource }))} />
        )}
      </LoadedPart>
      <span class="row">
        <CreateButtons kind={kinds.files} path={path} scope={scope} />
      </span>
    </>
  );
}

const tabs: Readonly<Record<keyof typeof t.tabs, ComponentType<TabProps>>> = {
  collaborations: CollaborationsTab,
  content: ContentTab,
  webhooks: WebhooksTab,
  resources: ({ scope }) => <ListCard kind="resources" path={{ portalId: scope.portal.id }} scope={scope} />,
  accounts: ({ scope }) => (
    <>
      <ListCard kind="users" path={{ portalId: scope.portal.id }} scope={scope} />
      <ListCard kind="tokens" path={{ portalId: scope.portal.id }} scope={scope} />
    </>
  ),
};
type TabName = keyof typeof tabs;

export function PortalPage() {
  const [problem, setProblem] = useState<string>();
  const signIn = () => {
    setProblem(undefined);
    signPageIn().catch((error) => setProblem(formatError(error)));
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
  const knownSessions = sessions.value!;
  const loaded = useLoaded([...knownSessions.keys()].join(), async (signal) => {
    const { portals } = await ask('portals', {} as never, {}, { signal });
    // Each portal is requested with its own token, because details are only for members. The default portal comes
    // first.
    const sorted = portals.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
    // If a portal doesn't answer, use its entry in the list.
    return Promise.all(
      sorted.map((entry) =>
        sessions.value?.has(entry.id)
          ? ask('portal', { portalId: entry.id }, {}, { signal }).catch(() => entry)
          : entry,
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
  const groups = useLoaded(session?.token, async (signal) => {
    const answer = await ask('groups', { portalId: portal!.id }, {}, { signal });
    return answer.groups;
  });
  const requested = route.value.get('tab') as TabName | undefined;
  const tab: TabName = requested && Object.hasOwn(tabs, requested) ? requested : 'collaborations';
  const Tab = tabs[tab];
  if (!portal) return <p class="soft">{t.noPortal}</p>;
  const scope = session && { portal, portals, session, groups: groups.value ?? [] };
  return (
    <>
      <Segments
        label={t.choosePortal}
        choices={Object.fromEntries(portals.map(({ id, name }) => [id, name]))}
        value={portal.id}
        onChange={(id) => changeRoute({ portal: id })}
      />
      <PortalState portal={portal} session={session} scope={scope} />
      {scope ? (
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
            <Tab scope={scope} />
          </div>
        </>
      ) : (
        <SignIn portal={portal} portals={portals} />
      )}
    </>
  );
}

function PortalState(props: { portal: Portal; session: Session | undefined; scope: Scope | undefined }) {
  const { portal, session, scope } = props;
  const [open, setOpen] = useState<'changePassword' | 'updatePortal'>();
  const close = () => setOpen(undefined);
  const signOut = () =>
    runAction(async () => {
      await ask('revokeToken', { portalId: portal.id });
      leaveSession(portal.id);
      await followCatalogue();
    }, t.account.signedOut(portal.name));
  const openPlain = () =>
    window.open(fillAddress(portalRow('portal').path, { portalId: portal.id }), '_blank', 'noopener');
  return (
    <section class="stack near portal-state" aria-label={portal.name}>
      <p class="soft">{portal.description}</p>
      <div class="row">
        <span class="row portal-who">
          <Icon name={session ? 'shield-check' : 'shield'} size={18} />
          {session
            ? t.account.signedIn(session.username, t.roles[portal.user?.role ?? 'administrator'])
            : t.account.nobody}
          {session && <small class="soft">{t.account.until(formatMoment(session.expires))}</small>}
        </span>
        {scope && (
          <Menu
            icon="settings"
            name={t.account.menu(portal.name)}
            items={[
              { label: t.operation('changePassword'), icon: 'shield', onSelect: () => setOpen('changePassword') },
              { label: t.operation('updatePortal'), icon: 'settings', onSelect: () => setOpen('updatePortal') },
              { label: t.account.openHtml, detail: t.account.openHtmlDetail, icon: 'external', onSelect: openPlain },
              { label: t.account.signOut, icon: 'close', onSelect: () => void signOut() },
            ]}
          />
        )}
      </div>
      {open && scope && (
        <OperationForm
          operation={open}
          path={{ portalId: portal.id, username: scope.session.username }}
          entry={portal as unknown as Entry}
          scope={scope}
          title={t.form.title(open, open === 'updatePortal' ? portal.name : scope.session.username)}
          onDone={() => {
            close();
            void afterwards(open);
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The generated password of the administrators, shown until the user dismisses or changes it. */
function FirstPassword() {
  const shown = firstPassword.value;
  if (!shown) return null;
  return (
    <section class="card first-password" aria-labelledby="first-password">
      <h2 id="first-password">{t.first.title}</h2>
      <p>{t.first.detail}</p>
      <div class="columns">
        <CopyField name={t.label('username')} value={shown.username} />
        <CopyField name={t.label('password')} value={shown.password} />
      </div>
      <div class="row">
        <Button
          kind="primary"
          icon="check"
          onClick={() => void runAction(() => signPageIn({ seen: true }), t.first.noted)}
        >
          {t.first.note}
        </Button>
      </div>
    </section>
  );
}

function SignIn({ portal, portals }: { portal: Portal; portals: readonly Portal[] }) {
  const [isOpen, setOpen] = useState(false);
  const tryAlone = () =>
    runAction(async () => {
      await signPageIn({ back: portal.id });
      await followCatalogue();
      if (!sessions.value?.has(portal.id)) showToast({ kind: 'error', message: t.account.pageNotAllowed(portal.name) });
    });
  const session = { portalId: portal.id, name: portal.name, username: '', token: '', expires: 0 };
  return (
    <section class="card">
      <EmptyState icon="shield" title={t.account.signInTo(portal.name)}>
        <p>{t.account.signInDetail}</p>
        <div class="row">
          <Button kind="primary" onClick={() => setOpen(true)}>
            {t.account.signIn}
          </Button>
          <Button icon="shield-check" onClick={() => void tryAlone()}>
            {t.account.signPageIn}
          </Button>
        </div>
      </EmptyState>
      {isOpen && (
        <OperationForm
          operation="generatePortalToken"
          path={{ portalId: portal.id }}
          entry={{}}
          scope={{ portal, portals, session, groups: [] }}
          given={{ expiration: '720' }}
          title={t.account.signInTo(portal.name)}
          submit={t.account.signIn}
          onClose={() => setOpen(false)}
          onDone={({ token, expires }, { username }) => {
            setOpen(false);
            const signedIn = { username: String(username), token: String(token), expires: Number(expires) };
            keepSession({ ...session, ...signedIn });
            void followCatalogue();
          }}
        />
      )}
    </section>
  );
}
