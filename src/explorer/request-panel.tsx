import { useCallback, useMemo, useState } from 'preact/hooks';
import type { OperationName } from '../../sw/contract/index.ts';
import { planOfRequest } from '../../sw/soap/plan.ts';
import { messageOf, serviceUrl } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Tabs, tabPanel } from '../parts/tabs.tsx';
import { carryExtent, referenceFor } from '../state/references.ts';
import { projection, view } from '../state/view.ts';
import { codeSample, sampleLanguages } from './code-samples.ts';
import { exampleRequest } from './example-request.ts';
import { FieldsForm, type Members } from './form/fields-form.tsx';
import { FormProvider } from './form/form-context.ts';
import { RequestActions } from './request-actions.tsx';
import { fieldsOf, type RequestFacts } from './request-facts.ts';
import { answer, editable, envelopeFor, loadExample, rawXml, readEnvelope, request, sendMessage } from './session.ts';
import { shareLink } from './share-link.ts';
import { explorerText as t } from './text/explorer-text.ts';

export function RequestPanel({
  service,
  operation,
  facts,
}: {
  service: string;
  operation: OperationName;
  facts: RequestFacts;
}) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState<string>();
  const [round, setRound] = useState(0);
  const onProblem = useCallback((at: string, problem: string | undefined) => {
    setProblems((before) => {
      if (before.get(at) === problem) return before;
      const after = new Map(before);
      if (problem === undefined) after.delete(at);
      else after.set(at, problem);
      return after;
    });
  }, []);
  const form = useMemo(() => formContext(facts, request.value, onProblem), [facts, request.value, onProblem]);
  const isRaw = rawXml.value !== undefined;

  /** The current message; undefined with a refusal when it cannot be made. */
  const message = (): string | undefined => {
    setRefusal(undefined);
    if (rawXml.value !== undefined) return rawXml.value;
    try {
      return envelopeFor(operation, request.value);
    } catch (error) {
      setRefusal(messageOf(error));
      return undefined;
    }
  };
  const send = () => {
    const xml = message();
    if (xml !== undefined) void sendMessage(service, operation, xml);
  };
  const toXml = () => {
    const xml = message();
    if (xml !== undefined && !isRaw) rawXml.value = editable(xml);
  };
  const toForm = () => {
    if (rawXml.value === undefined) return;
    try {
      const read = readEnvelope(rawXml.value);
      if (read.operation !== operation) throw new Error(t.otherOperation(read.operation));
      setRefusal(undefined);
      request.value = read.value;
      rawXml.value = undefined;
    } catch (error) {
      setRefusal(t.notForForm(messageOf(error)));
    }
  };
  const copySample = (language: (typeof sampleLanguages)[number]) => {
    const envelope = message();
    if (envelope === undefined) return;
    const value = isRaw ? undefined : request.value;
    void copyText(codeSample(language, { operation, url: serviceUrl(service), envelope, value }), language);
  };
  const share = () => {
    const xml = message();
    if (xml !== undefined) void copyText(shareLink(service, operation, xml), t.link);
  };

  return (
    <section class="request-panel" aria-label={t.request}>
      <Tabs
        panel="request-body"
        label={t.request}
        tabs={{ form: t.form, xml: 'XML' }}
        value={isRaw ? 'xml' : 'form'}
        onChange={(tab) => (tab === 'xml' ? toXml() : toForm())}
      />
      <div {...tabPanel('request-body', isRaw ? 'xml' : 'form')}>
        {isRaw ? (
          <textarea
            class="input raw-xml"
            spellcheck={false}
            aria-label={t.rawXml}
            value={rawXml.value}
            onInput={(event) => {
              rawXml.value = event.currentTarget.value;
            }}
          />
        ) : (
          <FormProvider value={form}>
            <FieldsForm
              // Invalid text exists in the input only, so an example starts with new inputs.
              key={round}
              fields={planOfRequest(operation).fields}
              value={request.value}
              path={operation}
              onChange={(value) => {
                request.value = value;
              }}
            />
          </FormProvider>
        )}
      </div>
      {refusal && <Notice kind="error">{refusal}</Notice>}
      {!isRaw && problems.size > 0 && (
        <Notice kind="warning">
          {[...problems].map(([at, problem]) => (
            <span key={at}>
              <code>{at}</code>: {problem}
            </span>
          ))}
        </Notice>
      )}
      <RequestActions
        onExample={() => {
          setRefusal(undefined);
          setRound(round + 1);
          return loadExample(exampleRequest(operation, facts) as Members);
        }}
        languages={sampleLanguages}
        onCopy={copySample}
        onShare={share}
      >
        <Button
          kind="primary"
          icon="send"
          disabled={answer.value.state === 'sending' || (!isRaw && problems.size > 0)}
          onClick={send}
        >
          {t.send}
        </Button>
      </RequestActions>
    </section>
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
  const id = chosenId(value) ?? facts.layerId;
  const own = layerInfos.find(({ LayerID }) => LayerID === id) ?? tables.find(({ ID }) => ID === id);
  const shown = view.value;
  return {
    facts,
    layers: [
      ...layerInfos.map(({ LayerID, Name }) => ({ id: LayerID, name: Name })),
      ...tables.map(({ ID, Name }) => ({ id: ID, name: Name })),
    ],
    fields: own ? fieldsOf(own) : [],
    viewExtent: shown && carryExtent(shown.extent, referenceFor(projection.value, info), referenceFor('map', info)),
    onProblem,
  };
}

function chosenId(value: Members): number | undefined {
  const described = (value.LayerDescription ?? value.MapTableDescription) as Members | undefined;
  const ids = value.LayerIDs as readonly number[] | undefined;
  const id = value.LayerID ?? value.TableID ?? value.SourceTableID ?? described?.LayerID ?? described?.ID ?? ids?.[0];
  return typeof id === 'number' ? id : undefined;
}
