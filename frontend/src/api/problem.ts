export type FieldProblem = { field: string; message: string };

type ProblemBody = { type?: string; title?: string; detail?: string; errors?: FieldProblem[] };

/** The server answered with an RFC 9457 problem document. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly slug: string;
  readonly title: string;
  readonly fields: readonly FieldProblem[];
  /** What the document says besides, as the two versions of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, body: ProblemBody) {
    super(body.detail ?? body.title ?? `The server answered ${status}.`);
    this.name = "ApiProblem";
    this.status = status;
    this.slug = (body.type ?? "").split(/[:/]/).at(-1) ?? "";
    this.title = body.title ?? `The server answered ${status}`;
    this.fields = body.errors ?? [];
    this.extra = body;
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {
  constructor() {
    super("The MemoryOps server cannot be reached.");
    this.name = "Unreachable";
  }
}

/** A problem document from whatever body came with a failed answer. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return toProblem(response.status, body);
}

export function toProblem(status: number, body: unknown): ApiProblem {
  return new ApiProblem(status, typeof body === "object" && body !== null ? (body as ProblemBody) : {});
}

/** Whether nobody answered, so that nobody knows what became of it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Unreachable;
}

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** The data of an answer; throws ApiProblem when it carries none, Unreachable when there was no answer. */
export async function expectData<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await reach(call);
  if (!response.ok) throw toProblem(response.status, error);
  return data as T;
}

/** The answer of a call; throws Unreachable when the network gave none. */
export async function reach<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypeError) throw new Unreachable();
    throw error;
  }
}

/** What happened and what to do about it, for people. */
export function describeProblem(error: unknown): { title: string; advice: string } {
  if (error instanceof ApiProblem) {
    return { title: error.title.toLowerCase(), advice: error.message };
  }
  if (error instanceof Unreachable) {
    return {
      title: "the server cannot be reached",
      advice:
        "What is on screen may be old. Check that MemoryOps is running and that you are connected; then try again.",
    };
  }
  return { title: "an unexpected error", advice: error instanceof Error ? error.message : String(error) };
}

/** The problems of a form by field name; a message for the whole form stands under the empty name. */
export function fieldProblems(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
}

/** Whether somebody else changed the same thing since it was read. */
export function isStaleRevision(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 412;
}
