import type { Resource } from '../../connection/portal-answers.ts';
import { askFile } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { formatBytes } from '../../text/format.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';

const mostChars = 20_000;
const isText = (type: string): boolean => /^text\/|json|xml|javascript/.test(type);

export function ResourcePreview(props: { portalId: string; resource: Resource; onClose: () => void }) {
  const { portalId, resource, onClose } = props;
  const { key, contentType } = resource;
  const loaded = useLoaded(key, async (signal) => {
    // An SVG is answered as bytes without a type, so that its address runs nothing.
    const file = (await askFile('resource', { portalId, key }, { signal })).slice(undefined, undefined, contentType);
    // A picture drawn by <img> runs no script, whatever an SVG says.
    const text = isText(contentType) && !contentType.startsWith('image/') ? await file.text() : undefined;
    return { file, text };
  });
  return (
    <Dialog
      wide
      title={key}
      onClose={onClose}
      footer={
        <Button
          icon="download"
          disabled={!loaded.value}
          onClick={() => loaded.value && saveFile(loaded.value.file, key)}
        >
          {t.resources.download}
        </Button>
      }
    >
      <LoadedPart loaded={loaded}>
        {({ file, text }) =>
          contentType.startsWith('image/') ? (
            <Picture file={file} name={key} />
          ) : text === undefined ? (
            <p>{t.resources.noPreview(contentType, formatBytes(file.size))}</p>
          ) : (
            <pre class="portal-pre">{text.length > mostChars ? `${text.slice(0, mostChars)}…` : text}</pre>
          )
        }
      </LoadedPart>
    </Dialog>
  );
}

function Picture({ file, name }: { file: Blob; name: string }) {
  const url = useObjectUrl(file);
  return url ? <img class="portal-picture" src={url} alt={name} /> : null;
}
