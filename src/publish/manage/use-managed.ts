import type { ServiceEdit } from '../../../sw/service/apply-edit.ts';
import { formatError } from '../../connection/call.ts';
import { signPageIn } from '../../connection/sign-in.ts';
import { useRead } from '../../parts/use-read.ts';
import { followCatalogue } from '../../state/other-tabs.ts';
import { openPage, route } from '../../state/route.ts';
import { showToast } from '../../state/toasts.ts';
import { text } from '../../text/text.ts';
import { editService, type Managed, managedServices, readManaged, refreshManaged } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

/** Changes the service; `back` undoes it. Returns an error message, or undefined. */
export type Save = (edit: ServiceEdit, back: ServiceEdit) => Promise<string | undefined>;

/** Return the editable parts of a service; they are read again for each new version. */
export function useManaged(key: string): {
  managed: Managed | undefined;
  problem: string | undefined;
  retry: () => void;
  save: Save;
} {
  const managedService = managedServices.value?.find((service) => service.key === key);
  const again = [managedService?.version, managedService?.access];
  const { value: managed, problem, retry } = useRead(key, () => readManaged(key), { again });
  return { managed, problem, retry, save: (edit, back) => saveEdit(key, edit, back) };
}

async function saveEdit(key: string, edit: ServiceEdit, back: ServiceEdit): Promise<string | undefined> {
  try {
    const now = await change(key, edit);
    showToast({
      message: t.manage.saved,
      actions: [{ label: text.undo, onSelect: () => void takeBack(now, back) }],
    });
    return undefined;
  } catch (error) {
    return formatError(error);
  }
}

async function takeBack(key: string, back: ServiceEdit): Promise<void> {
  try {
    await change(key, back);
    showToast({ message: t.manage.undone });
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
  }
}

async function change(key: string, edit: ServiceEdit): Promise<string> {
  const now = await editService(key, edit);
  // The user who makes a service private must still see it.
  if ('access' in edit) await signPageIn();
  // A renamed service has another management address.
  if (now !== key && route.value.get('manage') === key) openPage('publish', { manage: now });
  await Promise.all([refreshManaged(), followCatalogue()]);
  return now;
}
