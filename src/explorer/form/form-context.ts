import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { RequestFacts } from '../request-facts.ts';

interface FormContext {
  readonly facts: RequestFacts;
  readonly layers: readonly { readonly id: number; readonly name: string }[];
  /** Fields of the layer the request is about. */
  readonly fields: readonly Value<'Field'>[];
  /** Extent of the map page in the spatial reference of the map; undefined before it was opened. */
  readonly viewExtent: Extent | undefined;
  /** Report a problem with the value at a path, or with undefined that it is solved. */
  readonly onProblem: (path: string, problem: string | undefined) => void;
}

const context = createContext<FormContext | undefined>(undefined);
export const FormProvider = context.Provider;

export function useForm(): FormContext {
  const form = useContext(context);
  if (!form) throw new Error('an input outside a form');
  return form;
}
