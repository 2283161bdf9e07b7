"""Charts, by what they hand to Vega-Lite."""

from bpeviz.views import charts


def test_curves_hold_every_step_and_a_cursor():
    chart = charts.curves({"Corpus": [4, 3, 3], "Other": [2, 1]}, 1, "Tokens").to_dict()
    lines, cursor, points = chart["layer"]
    data = chart["datasets"][lines["data"]["name"] if "data" in lines else chart["data"]["name"]]
    assert [(d["step"], d["value"]) for d in data if d["text"] == "Corpus"] == [
        (0, 4),
        (1, 3),
        (2, 3),
    ]
    assert [(d["step"], d["value"]) for d in data if d["text"] == "Other"] == [(0, 2), (1, 1)]
    assert cursor["mark"]["type"] == "rule"
    assert chart["datasets"][cursor["data"]["name"]] == [{"step": 1}]
    assert lines["encoding"]["y"]["title"] == "Tokens" and points["mark"]["opacity"] == 0
    assert {param["name"] for param in chart["params"]} == {charts.PICK}


def test_the_spec_moves_only_its_cursor():
    series = {"Corpus": [1.0, 0.5, 0.25]}
    one, two = (charts.spec(charts.points(series), step, "x") for step in (1, 2))
    cursor = one["layer"][1]["data"]["name"]
    assert [s["datasets"][cursor].to_pylist() for s in (one, two)] == [[{"step": 1}], [{"step": 2}]]
    assert one["layer"] == two["layer"]


def test_the_spec_is_the_chart_of_the_curves():
    series = {"one [x](y)": [3, 2, 2], "two": [5, 5]}
    spec = charts.spec(charts.points(series), 1, "Count", height=90, number=",")
    chart = charts.curves(series, 1, "Count", height=90, number=",").to_dict()
    data = [table.to_pylist() for table in spec["datasets"].values()]
    assert data == list(chart["datasets"].values())
    assert spec["layer"][0]["encoding"] == chart["layer"][0]["encoding"]
    assert (spec["height"], spec["layer"][1]["mark"]) == (90, chart["layer"][1]["mark"])


def test_long_curves_are_thinned_but_keep_both_ends():
    steps = charts.sampled([0.0] * 50_001)
    assert steps[0] == 0 and steps[-1] == 50_000 and len(steps) == 401


def test_a_chart_without_a_cursor() -> None:
    points = charts.points({"Corpus": [1.0, 0.5]})
    chart = charts.spec(points, None, "Tokens per byte")
    assert [layer["mark"]["type"] for layer in chart["layer"]] == ["line", "point"]
    assert chart["datasets"] == {chart["data"]["name"]: points}
