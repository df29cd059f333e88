import { until } from "./server";

export type Incident = { id: string; title: string; revision: number; memory: { state: string } };

/** The API as tests speak to it when the browser is not the point. */
export class Archive {
  constructor(private readonly base: string) {}

  declare(fields: Partial<Record<string, string>>): Promise<Incident> {
    return this.send("POST", "/incidents", {
      title: "Something is broken",
      service: "test-service",
      severity: "sev3",
      ...fields,
    });
  }

  read(id: string): Promise<Incident> {
    return this.send("GET", `/incidents/${id}`);
  }

  edit(
    id: string,
    revision: number,
    fields: Record<string, string>,
    person = "Grace Hopper",
  ): Promise<Incident> {
    return this.send("PATCH", `/incidents/${id}`, fields, {
      "If-Match": `"${revision}"`,
      "X-Actor": encodeURIComponent(person),
    });
  }

  resolve(id: string, fields: Record<string, string>): Promise<Incident> {
    return this.send("POST", `/incidents/${id}/resolve`, {
      outcome: "fixed",
      resolved_by: "Grace Hopper",
      ...fields,
    });
  }

  /** An action item of the incident, and its id. */
  async leaveActionItem(incidentId: string, fields: Record<string, string>): Promise<string> {
    return (await this.send<{ id: string }>("POST", `/incidents/${incidentId}/action-items`, fields)).id;
  }

  beginPostmortem(id: string): Promise<unknown> {
    return this.send("POST", `/incidents/${id}/postmortem`);
  }

  investigate(id: string): Promise<unknown> {
    return this.send("POST", `/incidents/${id}/analyze`);
  }

  async investigations(id: string): Promise<{ id: string; state: string }[]> {
    return (
      await this.send<{ items: { id: string; state: string }[] }>("GET", `/incidents/${id}/investigations`)
    ).items;
  }

  /** Waits until memory has proved that it recalls the incident. */
  remembers(id: string): Promise<void> {
    return until(`${id} is remembered`, 60_000, async () => (await this.read(id)).memory.state === "ready");
  }

  /** Waits until memory answers. */
  memoryIsReady(): Promise<void> {
    return until("memory is ready", 120_000, async () => {
      const { status } = await this.send<{ status: string }>("GET", "/memory/status");
      return status === "ready";
    });
  }

  private async send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await fetch(`${this.base}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", "X-Actor": "Grace%20Hopper", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
