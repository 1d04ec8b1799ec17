import { useEffect, useState } from 'preact/hooks';
import { call, isAbort, messageOf } from '../connection/call.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { directoryText as t } from './text/directory-text.ts';

export function TileAddress({ service, mapName }: { service: string; mapName: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const running = new AbortController();
    const { signal } = running;
    const ask = async () => {
      const { Result: isCached } = await call('HasSingleFusedMapCache', service, { MapName: mapName }, { signal });
      if (!isCached) return undefined;
      const { Result } = await call('GetVirtualCacheDirectory', service, { MapName: mapName, LayerID: -1 }, { signal });
      return Result;
    };
    ask().then(
      setAddress,
      (error) => !isAbort(error) && console.warn('The tile cache could not be described.', messageOf(error)),
    );
    return () => running.abort();
  }, [service, mapName]);
  return address ? <CopyField name={t.tiles} value={address} /> : null;
}
