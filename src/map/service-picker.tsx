import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keyOfMap } from '../../sw/service/map-key.ts';
import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { featuresText } from '../parts/features-text.ts';
import { Menu } from '../parts/menu.tsx';
import { ServiceThumbnail } from '../parts/service-thumbnail.tsx';
import { removeWithUndo } from '../state/removing.ts';
import { openPage } from '../state/route.ts';
import { currentKey, openService, services } from '../state/services.ts';
import { formatBytes } from '../text/format.ts';
import { text } from '../text/text.ts';
import { maps, refreshMaps } from './state/maps.ts';
import { composeText } from './text/compose-text.ts';

export function ServicePicker({ onClose }: { onClose: () => void }) {
  const [label, setText] = useState('');
  const [doomed, setDoomed] = useState<ServiceSummary>();
  useEffect(() => void refreshMaps().catch(() => undefined), []);
  const matchingMaps = (maps.value ?? []).filter(({ title }) =>
    title.toLowerCase().includes(label.trim().toLowerCase()),
  );
  const all = services.value ?? [];
  const matchingServices = all.filter(({ name, title }) =>
    `${name} ${title}`.toLowerCase().includes(label.trim().toLowerCase()),
  );
  if (doomed) return <RemoveDialog service={doomed} onClose={() => setDoomed(undefined)} onDone={onClose} />;
  return (
    <Dialog
      wide
      title={text.services.title}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          icon="upload"
          onClick={() => {
            onClose();
            openPage('publish');
          }}
        >
          {text.publish.action}
        </Button>
      }
    >
      {all.length > 6 && (
        <input
          class="input"
          type="search"
          placeholder={text.services.search}
          aria-label={text.services.search}
          value={label}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      {matchingMaps.length > 0 && (
        <>
          <h3 class="picker-head">{composeText.mine}</h3>
          <ul class="service-cards">
            {matchingMaps.map(({ id, title, version, layerCount }) => (
              <Card key={id} name={keyOfMap(id)} title={title} version={version} onClose={onClose}>
                {composeText.count(layerCount)}
              </Card>
            ))}
          </ul>
          <h3 class="picker-head">{composeText.data}</h3>
        </>
      )}
      {matchingServices.length === 0 && <p>{text.services.nothingFound(label)}</p>}
      <ul class="service-cards">
        {matchingServices.map((service) => (
          <Card
            key={service.name}
            name={service.name}
            title={service.title}
            version={service.version}
            onClose={onClose}
            menu={
              <Menu
                small
                icon="more"
                name={text.services.menu(service.title)}
                items={[
                  {
                    label: text.services.manage,
                    icon: 'settings',
                    onSelect: () => {
                      onClose();
                      openPage('publish', { manage: service.name });
                    },
                  },
                  { label: text.services.remove, icon: 'trash', danger: true, onSelect: () => setDoomed(service) },
                ]}
              />
            }
          >
            {service.layerCount > 0 ? text.services.layers(service.layerCount) : featuresText(service.featureCount)} ·{' '}
            {formatBytes(service.bytes)}
          </Card>
        ))}
      </ul>
    </Dialog>
  );
}

function Card(props: {
  name: string;
  title: string;
  version: number;
  menu?: ComponentChildren;
  children: ComponentChildren;
  onClose: () => void;
}) {
  const { name, title, version, menu, children, onClose } = props;
  const isCurrent = currentKey.value === name;
  return (
    <li class="service-card" aria-current={isCurrent ? 'true' : undefined}>
      <button
        type="button"
        aria-label={text.services.open(title)}
        onClick={() => {
          onClose();
          if (!isCurrent) void openService(name);
        }}
      >
        <ServiceThumbnail service={name} version={version} />
        <span class="words">
          <strong class="one-line" title={name}>
            {title}
          </strong>
          <small>{children}</small>
        </span>
      </button>
      {menu}
    </li>
  );
}

/** @param props.onDone closes all dialogs, because the undo message is below them */
function RemoveDialog(props: { service: ServiceSummary; onClose: () => void; onDone: () => void }) {
  const { service, onClose, onDone } = props;
  return (
    <Confirm
      title={text.services.removeTitle(service.title)}
      action={text.services.remove}
      icon="trash"
      failureText={text.services.removeFailed}
      onClose={onClose}
      onAct={() => removeWithUndo(service).then(onDone)}
    >
      <p>
        {text.services.removeLoss(service.layerCount, featuresText(service.featureCount), formatBytes(service.bytes))}
      </p>
    </Confirm>
  );
}
