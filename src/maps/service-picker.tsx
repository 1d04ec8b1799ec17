import { useEffect, useState } from 'preact/hooks';
import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Menu } from '../parts/menu.tsx';
import { ServiceThumbnail } from '../parts/service-thumbnail.tsx';
import { maps, refreshMaps } from '../state/maps.ts';
import { removeWithUndo } from '../state/removing.ts';
import { openPage } from '../state/route.ts';
import { currentKey, openService, services } from '../state/services.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { text } from '../text/text.ts';
import { composeText } from './text/compose-text.ts';

export function ServicePicker({ onClose }: { onClose: () => void }) {
  const [label, setText] = useState('');
  const [doomed, setDoomed] = useState<ServiceSummary>();
  useEffect(() => void refreshMaps().catch(() => undefined), []);
  const own = (maps.value ?? []).filter(({ title }) => title.toLowerCase().includes(label.trim().toLowerCase()));
  const all = services.value ?? [];
  const found = all.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(label.trim().toLowerCase()));
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
      {own.length > 0 && (
        <>
          <h3 class="picker-head">{composeText.mine}</h3>
          <ul class="service-cards">
            {own.map(({ id, title, version, layerCount }) => (
              <li class="service-card" key={id} aria-current={currentKey.value === `~${id}` ? 'true' : undefined}>
                <button
                  type="button"
                  aria-label={text.services.open(title)}
                  onClick={() => {
                    onClose();
                    if (currentKey.value !== `~${id}`) void openService(`~${id}`);
                  }}
                >
                  <ServiceThumbnail service={`~${id}`} version={version} />
                  <span class="words">
                    <strong class="one-line">{title}</strong>
                    <small>{composeText.count(layerCount)}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <h3 class="picker-head">{composeText.data}</h3>
        </>
      )}
      {found.length === 0 && <p>{text.services.nothingFound(label)}</p>}
      <ul class="service-cards">
        {found.map((service) => (
          <li
            class="service-card"
            key={service.name}
            aria-current={service.name === currentKey.value ? 'true' : undefined}
          >
            <button
              type="button"
              aria-label={text.services.open(service.title)}
              onClick={() => {
                onClose();
                if (service.name !== currentKey.value) void openService(service.name);
              }}
            >
              <ServiceThumbnail service={service.name} version={service.version} />
              <span class="words">
                <strong class="one-line" title={service.name}>
                  {service.title}
                </strong>
                <small>
                  {service.layerCount > 0
                    ? text.services.layers(service.layerCount)
                    : text.services.features(formatCount(service.featureCount))}{' '}
                  · {formatBytes(service.bytes)}
                </small>
              </span>
            </button>
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
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** @param props.onDone closes every window, since the message that offers to undo it stands below them */
function RemoveDialog(props: { service: ServiceSummary; onClose: () => void; onDone: () => void }) {
  const { service, onClose, onDone } = props;
  const features = text.services.features(formatCount(service.featureCount));
  return (
    <Confirm
      title={text.services.removeTitle(service.title)}
      action={text.services.remove}
      icon="trash"
      failureText={text.services.removeFailed}
      onClose={onClose}
      onAct={() => removeWithUndo(service).then(onDone)}
    >
      <p>{text.services.removeLoss(service.layerCount, features, formatBytes(service.bytes))}</p>
    </Confirm>
  );
}
