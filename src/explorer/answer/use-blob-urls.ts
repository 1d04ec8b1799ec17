import { useEffect, useMemo } from 'preact/hooks';

/**
 * Make addresses of an answer's bytes, as long as the component is shown: `url` with its type, for an image, and `fileUrl` without one, for
 * a link. A link may be opened in a tab of its own, where a page or drawing would run on this origin.
 */
export function useBlobUrls(blob: Blob): { readonly url: string; readonly fileUrl: string } {
  const urls = useMemo(() => {
    const file = new Blob([blob], { type: 'application/octet-stream' });
    return { url: URL.createObjectURL(blob), fileUrl: URL.createObjectURL(file) };
  }, [blob]);
  useEffect(() => () => Object.values(urls).forEach(URL.revokeObjectURL), [urls]);
  return urls;
}
