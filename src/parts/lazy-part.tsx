import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatError } from '../connection/call.ts';
import { showToast } from '../state/toasts.ts';

/** Create a component whose code is loaded when it is first shown. Until then it renders nothing. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [, setArrived] = useState(false);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (part) => {
          Loaded = part;
          setArrived(true);
        },
        (error) => showToast({ kind: 'error', message: formatError(error) }),
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
