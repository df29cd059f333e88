"""Which label names the service, and which only seems to."""

import pytest

from memoryops.alerts.reading.services import environment_of, service_of, version_of

KUBE_STATE_METRICS = {"job": "kube-state-metrics", "service": "kube-state-metrics"}


@pytest.mark.parametrize(
    ("labels", "service"),
    [
        ({"service": "cart", "job": "scrape-all", "pod": "other-6c9f8d7b5-x2k4q"}, "cart"),
        ({"Service": "cart"}, "cart"),
        ({"service.name": "cart"}, "cart"),
        ({"app.kubernetes.io/name": "cart"}, "cart"),
        ({"deployment": "cart", "namespace": "shop"}, "cart"),
        ({"pod": "cart-6c9f8d7b5-x2k4q"}, "cart"),
        ({"pod": "agent-x2k4q"}, "agent"),
        ({"pod": "cart-db-2"}, "cart-db"),
        ({"service": "cart", "job": "cart", "instance": "192.0.2.7:80"}, "cart"),
        ({"container": "istio-proxy", "pod": "cart-6c9f8d7b5-x2k4q"}, "cart"),
    ],
)
def test_the_label_that_names_what_runs_is_the_service(labels: dict[str, str], service: str) -> None:
    assert service_of(labels) == service


@pytest.mark.parametrize(
    ("labels", "service"),
    [
        ({**KUBE_STATE_METRICS, "container": "cart", "pod": "cart-6c9f8d7b5-x2k4q"}, "cart"),
        ({**KUBE_STATE_METRICS, "container": "kube-state-metrics", "exported_pod": "cart-6c9f8d7b5-x2k4q"}, "cart"),
        ({**KUBE_STATE_METRICS, "statefulset": "cart-db"}, "cart-db"),
        ({"service": "prom-kube-state-metrics", "job": "other", "deployment": "cart"}, "cart"),
        ({"service": "shared", "job": "shared", "deployment": "cart"}, "cart"),
        ({"service": "stack-kubelet", "container": "cart", "pod": "cart-6c9f8d7b5-x2k4q"}, "cart"),
        ({"function_name": "cart-sync", "region": "north"}, "cart-sync"),
    ],
)
def test_an_exporter_is_never_the_service_and_what_it_watches_is(labels: dict[str, str], service: str) -> None:
    assert service_of(labels) == service


@pytest.mark.parametrize(
    "labels",
    [
        {},
        KUBE_STATE_METRICS,
        {"job": "node-exporter", "service": "prometheus-node-exporter", "instance": "192.0.2.7:9100"},
        {"service": "$SERVICE"},
        {"service": "{{service.name}}"},
        {"service": "unknown"},
        {"instance": "192.0.2.7:9100", "job": "cart"},
    ],
)
def test_without_a_certain_label_there_is_no_service(labels: dict[str, str]) -> None:
    assert service_of(labels) is None


def test_environment_and_version_have_their_labels_too() -> None:
    labels = {"env": "prod", "app_kubernetes_io_version": "2.4.1"}
    assert environment_of(labels) == "prod"
    assert version_of(labels) == "2.4.1"
    assert environment_of({"env": "$ENV"}) is None
