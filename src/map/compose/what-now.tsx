import { serviceUrl } from '../../connection/call.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { listAdded } from '../../parts/extension.ts';
import { tableSubjects } from '../../state/rows.ts';
import { currentKey, mapInfo } from '../../state/services.ts';
import { announcePublished, justPublished, openDock, openTask } from '../../state/tasks.ts';
import { text } from '../../text/text.ts';
import { isRaster } from '../layer-actions.ts';
import { composeText } from '../text/compose-text.ts';

/** Card over the map that suggests next steps after publishing. */
export function WhatNow() {
  const published = justPublished.value;
  const info = mapInfo.value;
  if (!published || published.key !== currentKey.value) return null;
  const close = () => announcePublished(undefined);
  const [first] = tableSubjects(info);
  const styled = first?.isLayer ? first.id : info?.MapLayerInfos?.find(isRaster)?.LayerID;
  return (
    <section class="map-floating what-now" aria-label={composeText.whatNow}>
      <header>
        <p role="status">
          <strong>{text.publish.done(published.title)}</strong>
          {published.note && <span> {published.note}</span>}
        </p>
        <IconButton small icon="close" name={text.close} onClick={close} />
      </header>
      <div class="what-now-actions">
        {styled !== undefined && (
          <Button
            small
            icon="style"
            onClick={() => {
              close();
              openTask('style', styled);
            }}
          >
            {composeText.nowStyle}
          </Button>
        )}
        {first && (
          <Button
            small
            icon="table"
            onClick={() => {
              close();
              openDock(first.id);
            }}
          >
            {composeText.nowTable}
          </Button>
        )}
        {listAdded('mapActions').map(
          ({ label, icon, run, alsoIn }) =>
            alsoIn?.includes('published') && (
              <Button
                key={label()}
                small
                icon={icon}
                onClick={() => {
                  close();
                  run();
                }}
              >
                {label()}
              </Button>
            ),
        )}
        <Button small icon="link" onClick={() => void copyText(location.href, composeText.copyLink)}>
          {composeText.nowShare}
        </Button>
        <Button small icon="copy" onClick={() => void copyText(serviceUrl(published.key), text.publish.soapUrl)}>
          {text.publish.copySoap}
        </Button>
      </div>
      <a href={serviceUrl(published.key)} target="_blank" rel="noreferrer">
        {composeText.nowAddresses}
      </a>
    </section>
  );
}
