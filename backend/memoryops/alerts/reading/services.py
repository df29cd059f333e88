"""Which label names the service, the environment, the version: the names in order, as data, and the traps beside them.

The great trap is Prometheus': the target labels (`service`, `job`, `pod`, `container`) of a metric that was scraped
from an exporter are those of the exporter, not of what it watches.
"""

import re
from collections.abc import Iterable, Mapping

from memoryops.alerts.reading.foreign import is_placeholder, line
from memoryops.incidents.schemas import NAME_LIMIT

SERVICE = ("service", "service_name", "servicename", "affected_service")
"""Labels that a person sets to say which service it is."""

WORKLOAD = (
    "exported_service",
    "exported_container",
    "exported_pod",
    "app_kubernetes_io_name",
    "label_app_kubernetes_io_name",
    "container",
    "container_name",
    "kube_container_name",
    "deployment",
    "kube_deployment",
    "statefulset",
    "kube_stateful_set",
    "daemonset",
    "kube_daemon_set",
    "workload",
    "app",
    "application",
    "label_app",
    "cronjob",
    "kube_cronjob",
    "job_name",
    "component",
    "function_name",
    "functionname",
    "pod",
    "pod_name",
)
"""Labels of what runs, the most telling first; an `exported_` one is what the exporter watches."""

POD = frozenset({"exported_pod", "pod", "pod_name"})
ENVIRONMENT = ("environment", "env", "deployment_environment", "deployment_environment_name", "stage")
VERSION = ("version", "service_version", "release", "app_version", "app_kubernetes_io_version")

EXPORTERS = frozenset(
    {
        "alertmanager",
        "alloy",
        "blackbox",
        "cadvisor",
        "collectd",
        "grafana_agent",
        "kube_state_metrics",
        "kubelet",
        "node",
        "otel_collector",
        "prometheus",
        "pushgateway",
        "snmp",
        "statsd",
        "telegraf",
        "vmagent",
        "vmalert",
    }
)
"""What measures others, as it is commonly called; the names folded as labels are."""

EXPORTER_ENDINGS = ("_exporter", "kube_state_metrics", "_kubelet", "_cadvisor", "_pushgateway")
"""How an installation's own names of them end: a release goes before ("kube-prometheus-stack-kubelet")."""

SIDECARS = frozenset(
    {"app", "cilium_agent", "envoy", "istio_init", "istio_proxy", "linkerd_proxy", "main", "pod", "server", "sidecar"}
)
"""Containers that say nothing about whose pod it is."""

NOBODY = frozenset({"", "none", "null", "unknown", "undefined", "default", "n/a", "na", "-", "*"})
POD_SUFFIX = re.compile(
    r"-[0-9a-f]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$|-[bcdfghjklmnpqrstvwxz2456789]{5}$|-\d{1,4}$"
)
"""What Kubernetes adds to a workload's name: of a deployment, of a daemon set or a job, and of a stateful set."""


def service_of(labels: Mapping[str, str]) -> str | None:
    """The service that the labels name, or None where none of them does with any certainty."""
    folded = {fold(name): value for name, value in labels.items()}
    stated = [name for name in _names(folded, SERVICE) if not _is_exporter(name)]
    job = folded.get("job")
    own = (name for name in stated if name != job)
    # A service that is called like its scrape job may be the exporter's: what runs is asked first.
    return next(own, None) or _workload(folded) or next(iter(stated), None)


def environment_of(labels: Mapping[str, str]) -> str | None:
    """The environment that the labels name."""
    return next(iter(_names({fold(name): value for name, value in labels.items()}, ENVIRONMENT)), None)


def version_of(labels: Mapping[str, str]) -> str | None:
    """The version that the labels name."""
    return next(iter(_names({fold(name): value for name, value in labels.items()}, VERSION)), None)


def named(value: str | None) -> str | None:
    """The text as a name, or None where it names nothing: blank, a stand-in, or an unrendered placeholder."""
    if value is None or value.strip().casefold() in NOBODY or is_placeholder(value):
        return None
    return line(value, NAME_LIMIT) or None


def fold(name: str) -> str:
    """A label's name whatever its tool's spelling: app.kubernetes.io/name, kube-state-metrics, Service."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def _names(labels: Mapping[str, str], order: Iterable[str]) -> list[str]:
    return [name for key in order if (name := named(labels.get(key)))]


def _workload(labels: Mapping[str, str]) -> str | None:
    for key in WORKLOAD:
        name = named(labels.get(key))
        workload = POD_SUFFIX.sub("", name) if name and key in POD else name
        if workload and fold(workload) not in SIDECARS and not _is_exporter(workload):
            return workload
    return None


def _is_exporter(name: str) -> bool:
    folded = fold(name)
    return folded in EXPORTERS or folded.endswith(EXPORTER_ENDINGS)
