import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { OperationName } from '../../sw/contract/index.ts';
import { planOfRequest } from '../../sw/soap/plan.ts';
import { formatError, isAbort } from '../connection/call.ts';
import { changes } from '../connection/portal-call.ts';
import { sessions, signPageIn } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-field.tsx';
import { ParameterFields } from '../parts/form/parameter-form.tsx';
import type { FormValue } from '../parts/form/parameter-input.tsx';
import { Select } from '../parts/form/select.tsx';
import { Menu } from '../parts/menu.tsx';
import { ErrorState, Notice } from '../parts/notice.tsx';
import { Tabs, tabPanel } from '../parts/tabs.tsx';
import { carryExtent, referenceFor } from '../state/references.ts';
import { routeLink } from '../state/route.ts';
import { services } from '../state/services.ts';
import { showToast } from '../state/toasts.ts';
import { projection, view } from '../state/view.ts';
import { text } from '../text/text.ts';
import { codeSample, httpLanguages, sampleLanguages } from './code-samples.ts';
import { exampleRequest } from './example-request.ts';
import { FieldsForm, FormProvider } from './form/value-form.tsx';
import { HistoryDialog } from './history.tsx';
import { indentXml } from './indent-xml.ts';
import { httpRow, isAdminOperation, isSentByPage, pathNames } from './operations.ts';
import { isRemoving, prefill } from './prefill.ts';
import {
  emptyRequest,
  envelopeFor,
  findRequestProblems,
  httpText,
  isSoap,
  listFormats,
  type Members,
  makeSample,
  makeWire,
  pathRows,
  readEnvelope,
  shareLink,
} from './request.ts';
import { type RequestFacts, readFields } from './request-facts.ts';
import { answer, changeRequest, fillRequest, offered, request, sendRequest, startAgain } from './session.ts';
import { explorerText as t } from './text/explorer-text.ts';

/** The form of a SOAP operation, and its editable message. */
export function SoapPanel({ operation, facts }: { operation: OperationName; facts: RequestFacts }) {
  const { path, values, text: edited } = request.value;
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState<string>();
  const [round, setRound] = useState(0);
  const onProblem = useCallback((fieldPath: string, problem: string | undefined) => {
    setProblems((before) => {
      if (before.get(fieldPath) === problem) return before;
      const after = new Map(before);
      if (problem === undefined) after.delete(fieldPath);
      else after.set(fieldPath, problem);
      return after;
    });
  }, []);
  const form = useMemo(() => formContext(facts, values, onProblem), [facts, values, onProblem]);
  const isEdited = edited !== undefined;
  const toXml = () => {
    setRefusal(undefined);
    try {
      if (!isEdited) changeRequest({ text: indentXml(envelopeFor(operation, values)) });
    } catch (error) {
      setRefusal(formatError(error));
    }
  };
  const toForm = () => {
    if (!isEdited) return;
    try {
      const read = readEnvelope(edited);
      if (read.operation !== operation) throw new Error(t.otherOperation(read.operation));
      setRefusal(undefined);
      changeRequest({ values: read.value, text: undefined });
    } catch (error) {
      setRefusal(t.notForForm(formatError(error)));
    }
  };
  return (
    <Panel
      tabs={{ form: t.form, xml: 'XML' }}
      tab={isEdited ? 'xml' : 'form'}
      onTab={(tab) => (tab === 'xml' ? toXml() : toForm())}
      problems={isEdited ? new Map() : problems}
      refusal={refusal}
      onRefusal={setRefusal}
      onExample={() => {
        setRound(round + 1);
        return startAgain({ ...emptyRequest(operation), path, values: exampleRequest(operation, facts) as Members });
      }}
    >
      {isEdited ? (
        <textarea
          class="input raw-xml"
          spellcheck={false}
          aria-label={t.rawXml}
          value={edited}
          onInput={(event) => changeRequest({ text: event.currentTarget.value })}
        />
      ) : (
        <FormProvider value={form}>
          <FieldsForm
            // Invalid text is only in the inputs, so create new inputs for an example.
            key={round}
            fields={planOfRequest(operation).fields}
            value={values}
            path={operation}
            onChange={(value) => changeRequest({ values: value })}
          />
        </FormProvider>
      )}
    </Panel>
  );
}

function formContext(
  facts: RequestFacts,
  value: Members,
  onProblem: (at: string, problem: string | undefined) => void,
) {
  const { info } = facts;
  const layerInfos = info.MapLayerInfos ?? [];
  const tables = info.StandaloneTableInfos ?? [];
  const id = readChosenId(value) ?? facts.layerId;
  const selected = layerInfos.find(({ LayerID }) => LayerID === id) ?? tables.find(({ ID }) => ID === id);
  const shown = view.value;
  return {
    facts,
    layers: [
      ...layerInfos.map(({ LayerID, Name }) => ({ id: LayerID, name: Name })),
      ...tables.map(({ ID, Name }) => ({ id: ID, name: Name })),
    ],
    fields: selected ? readFields(selected) : [],
    viewExtent: shown && carryExtent(shown.extent, referenceFor(projection.value, info), referenceFor('map', info)),
    onProblem,
  };
}

function readChosenId(value: Members): number | undefined {
  const described = (value.LayerDescription ?? value.MapTableDescription) as Members | undefined;
  const ids = value.LayerIDs as readonly number[] | undefined;
  const id = value.LayerID ?? value.TableID ?? value.SourceTableID ?? described?.LayerID ?? described?.ID ?? ids?.[0];
  return typeof id === 'number' ? id : undefined;
}

/** The prefilled form of an HTTP operation, and its message. */
export function HttpPanel({ operation }: { operation: string }) {
  const { path, values, touched, isSignedIn } = request.value;
  const [tab, setTab] = useState<'form' | 'http'>('form');
  const { failure, isReading, retry } = usePrefilled(operation);
  const requestProblems = findRequestProblems(request.value);
  const hasToken = isSignedIn && (isSentByPage(operation) || sessions.value?.has(path.portalId ?? '') === true);
  const problems = isReading ? new Map<string, string>() : requestProblems;
  const putPath = (name: string, value: FormValue | undefined) => {
    // Path parameters further right depend on this one and are chosen again.
    const names = pathNames(operation);
    const right = new Set(names.slice(names.indexOf(name) + 1));
    const remaining = Object.entries(path).filter(([other]) => !right.has(other));
    changeRequest({
      path: { ...Object.fromEntries(remaining), [name]: String(value ?? '') },
      touched: [...new Set([...touched, name])].filter((touchedName) => !right.has(touchedName)),
    });
  };
  const putValue = (name: string, value: FormValue | undefined) => {
    const others = Object.entries(values).filter(([other]) => other !== name);
    const entry = value === undefined ? [] : [[name, value] as const];
    changeRequest({ values: Object.fromEntries([...others, ...entry]), touched: [...new Set([...touched, name])] });
  };
  return (
    <Panel
      tabs={{ form: t.form, http: 'HTTP' }}
      tab={tab}
      onTab={setTab}
      isReading={isReading}
      isInvalid={requestProblems.size > 0}
      onExample={() => {
        const back = startAgain(emptyRequest(operation));
        retry();
        return back;
      }}
      failure={failure && <ErrorState title={t.portal.notRead} message={failure} onRetry={retry} />}
    >
      {tab === 'http' ? (
        <pre class="xml http">{httpText(request.value, makeWire(request.value), hasToken)}</pre>
      ) : (
        <div class="stack near">
          <ParameterFields
            parameters={pathRows(operation)}
            values={path}
            kindText={t.portal.inPath}
            {...{ offered: offered.value, problems }}
            onChange={putPath}
          />
          <ParameterFields
            parameters={httpRow(operation).parameters}
            values={values as Readonly<Record<string, FormValue>>}
            {...{ offered: offered.value, problems }}
            onChange={putValue}
          />
          {!isAdminOperation(operation) && <HowSent />}
        </div>
      )}
    </Panel>
  );
}

function HowSent() {
  const { format, method, operation, isSignedIn, path } = request.value;
  const { effect, allow, method: only } = httpRow(operation);
  const session = sessions.value?.get(path.portalId ?? '');
  const methods = only ? [only] : effect === 'read' ? ['GET', 'POST'] : ['POST'];
  const same = (name: string) => [name, name] as const;
  return (
    <div class="row how-sent">
      {listFormats(operation).length > 0 && (
        <Choice
          label="f"
          value={format}
          choices={listFormats(operation).map(same)}
          onChange={(to) => changeRequest({ format: to })}
        />
      )}
      <Choice
        label={t.portal.method}
        value={method}
        choices={methods.map(same)}
        onChange={(to) => changeRequest({ method: to })}
      />
      {path.portalId !== undefined && (
        <Choice
          label={t.portal.sentBy}
          value={isSignedIn ? 'page' : 'nobody'}
          choices={[
            ['page', session ? t.portal.signedIn(session.username, session.name) : t.portal.notSignedIn],
            ['nobody', t.portal.nobody],
          ]}
          onChange={(to) => changeRequest({ isSignedIn: to === 'page' })}
        />
      )}
      {isSignedIn && path.portalId && sessions.value && !session && allow !== 'anyone' && (
        <a {...routeLink('portal', { portal: path.portalId })}>{t.portal.signInThere}</a>
      )}
    </div>
  );
}

const Choice = ({ label, ...select }: Omit<Parameters<typeof Select<string>>[0], 'aria-label'> & { label: string }) => (
  <label class="inline-field">
    <span>{label}</span>
    <Select aria-label={label} {...select} />
  </label>
);

/** Fill in the form at the start, when a path parameter changes, and after a change in the portal. */
function usePrefilled(operation: string) {
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const path = JSON.stringify(request.value.path);
  const done = useRef<string | undefined>(undefined);
  // There are no services to choose from before the catalogue is loaded.
  const others = [changes.value, attempt, services.value !== undefined] as const;
  const subject = JSON.stringify([operation, path, ...others]);
  useEffect(() => {
    // Otherwise, path parameters that were just filled in would start another read.
    if (done.current === subject) return;
    const running = new AbortController();
    const read = async () => {
      setReading(true);
      setFailure(undefined);
      if (!sessions.value) await signPageIn();
      const { request: filled, offered: choices } = await prefill(request.value, running.signal);
      if (running.signal.aborted) return;
      done.current = JSON.stringify([operation, JSON.stringify(filled.path), ...others]);
      fillRequest(filled, choices);
      setReading(false);
    };
    read().catch((error) => {
      if (isAbort(error) || running.signal.aborted) return;
      setFailure(formatError(error));
      setReading(false);
    });
    return () => running.abort();
  }, [subject]);
  return { failure, isReading, retry: () => setAttempt((before) => before + 1) };
}

interface PanelProps<Tab extends string> {
  tabs: Readonly<Record<Tab, string>>;
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** Problems by path; they are listed, and block sending. */
  problems?: ReadonlyMap<string, string>;
  /** Whether a field is invalid; the form shows a message next to it. */
  isInvalid?: boolean;
  isReading?: boolean;
  failure?: ComponentChildren;
  /** Reason why the request can't be written. */
  refusal?: string | undefined;
  onRefusal?: (refusal: string | undefined) => void;
  /** Restores the example and returns an undo function. */
  onExample: () => (() => void) | undefined;
  children: ComponentChildren;
}

/** A request with its actions: send, reset, copy, share, and open an earlier one. */
function Panel<Tab extends string>(props: PanelProps<Tab>) {
  const { tabs, tab, onTab, problems, isInvalid = false, isReading = false, failure, refusal, children } = props;
  const { operation } = request.value;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const attempt = (work: () => unknown) => {
    props.onRefusal?.(undefined);
    try {
      void work();
    } catch (error) {
      props.onRefusal?.(formatError(error));
    }
  };
  return (
    <section class="request-panel" aria-label={t.request} aria-busy={isReading}>
      <Tabs panel="request-body" label={t.request} tabs={tabs} value={tab} onChange={onTab} />
      {failure}
      <div {...tabPanel('request-body', tab)}>{children}</div>
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {problems !== undefined && problems.size > 0 && (
        <Notice kind="warning">
          {[...problems].map(([fieldPath, problem]) => (
            <span key={fieldPath}>
              <code>{fieldPath}</code>: {problem}
            </span>
          ))}
        </Notice>
      )}
      <div class="row">
        <Button
          kind={isRemoving(operation) ? 'danger' : 'primary'}
          icon="send"
          disabled={isReading || isInvalid || (problems?.size ?? 0) > 0 || answer.value.state === 'sending'}
          // Make the message synchronously, so that a fault is thrown here.
          onClick={() => attempt(() => sendRequest(makeWire(request.value)))}
        >
          {t.send}
        </Button>
        <Button
          icon="rotate"
          onClick={() => {
            props.onRefusal?.(undefined);
            const back = props.onExample();
            if (back) showToast({ message: t.exampleTaken, actions: [{ label: text.undo, onSelect: back }] });
          }}
        >
          {t.example}
        </Button>
        <span class="spacer" />
        <Menu
          icon="code"
          name={t.copyAs}
          items={(isSoap(operation) ? sampleLanguages : httpLanguages).map((language) => ({
            label: language,
            detail: language === 'fetch' ? t.runsHere : t.runsOutside,
            onSelect: () => attempt(() => copyText(codeSample(language, makeSample(request.value)), language)),
          }))}
        />
        <Menu
          icon="link"
          name={t.share}
          items={[
            {
              label: t.copyLink,
              icon: 'link',
              detail: isSoap(operation) ? undefined : t.portal.linkDetail,
              onSelect: () => attempt(() => copyText(shareLink(request.value), t.link)),
            },
          ]}
        />
        <Button icon="clock" onClick={() => setHistoryOpen(true)}>
          {t.history}
        </Button>
      </div>
      {isHistoryOpen && <HistoryDialog onClose={() => setHistoryOpen(false)} />}
    </section>
  );
}
