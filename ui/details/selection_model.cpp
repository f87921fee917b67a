// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/selection_model.h"

#include "profiler/kernels/demangle.h"
#include "ui/common/kernel_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace attnscope {
namespace {

QString kindText(SpanKind kind)
{
    return QString::fromUtf8(toString(kind));
}

} // namespace

std::vector<SpanRef> launchChain(const Trace& trace, SpanRef span)
{
    std::vector<SpanRef> chain;
    std::optional<SpanRef> api;
    if (isGpuWork(trace.kind(span))) {
        api = trace.launchOf(span);
    } else if (isApi(trace.kind(span))) {
        api = span;
    }
    if (api) {
        chain = trace.opChainOf(*api);
        std::reverse(chain.begin(), chain.end());
        chain.push_back(*api);
        for (const SpanRef gpu : trace.launchedBy(*api)) {
            chain.push_back(gpu);
        }
    } else {
        // An operator or a range: itself inside what encloses it.
        for (std::uint32_t at = span.index; at != kNoSpan; at = trace.lane(span).parent[at]) {
            chain.push_back({ span.lane, at });
        }
        std::reverse(chain.begin(), chain.end());
    }
    if (std::find(chain.begin(), chain.end(), span) == chain.end()) {
        chain.push_back(span);
    }
    return chain;
}

ChainModel::ChainModel(QObject* parent)
    : RecordsModel<SpanRef>(parent)
{
    makeColumns();
}

void ChainModel::setChain(TracePtr trace, std::vector<SpanRef> chain)
{
    setRecords({});
    m_trace = std::move(trace);
    makeColumns();
    setRecords(std::move(chain));
}

void ChainModel::setTimeUnit(TimeUnit unit)
{
    m_unit = unit;
    makeColumns();
}

void ChainModel::makeColumns()
{
    using Col = Column<SpanRef>;
    const TracePtr trace = m_trace;
    const QString unit = unitName(m_unit);
    const auto fullName = [trace](const SpanRef& span) { return QString::fromStdString(demangle(trace->name(span))); };
    const auto time = [&unit, trace, shown = m_unit](
                          const QString& title, const QString& exportTitle, Ns (Trace::*value)(SpanRef) const) {
        Col column;
        column.title = title.arg(unit);
        column.exportTitle = exportTitle;
        column.text = [trace, value, shown](const SpanRef& span) { return formatTime(((*trace).*value)(span), shown); };
        column.sort = [trace, value](
                          const SpanRef& span) { return QVariant(static_cast<qlonglong>(((*trace).*value)(span))); };
        column.exported = [trace, value](const SpanRef& span) { return QString::number(((*trace).*value)(span)); };
        column.toolTip = [trace, value](const SpanRef& span) { return formatTimeExact(((*trace).*value)(span)); };
        return column;
    };
    std::vector<Col> columns(3);
    columns[0].title = tr("span");
    columns[0].exportTitle = QStringLiteral("name");
    columns[0].text = [trace, fullName](const SpanRef& span) {
        return isGpuWork(trace->kind(span)) ? kernelLabel(trace->decoded(span).label) : fullName(span);
    };
    columns[0].exported = fullName;
    columns[0].toolTip = fullName;
    columns[0].extra = [trace](const SpanRef& span, int role) {
        return role == TableRole::kGroup && isGpuWork(trace->kind(span))
            ? QVariant(static_cast<int>(trace->group(span)))
            : QVariant();
    };
    columns[1].title = tr("kind");
    columns[1].exportTitle = QStringLiteral("kind");
    columns[1].text = [trace](const SpanRef& span) { return kindText(trace->kind(span)); };
    columns[2].title = tr("lane");
    columns[2].exportTitle = QStringLiteral("lane");
    columns[2].text = [trace](const SpanRef& span) { return QString::fromStdString(trace->lane(span).title); };
    for (Col& column : columns) {
        column.isNumber = false;
    }
    columns.push_back(time(tr("start %1"), QStringLiteral("start_ns"), &Trace::start));
    columns.push_back(time(tr("time %1"), QStringLiteral("duration_ns"), &Trace::duration));
    setColumns(std::move(columns));
}

std::vector<Argument> argumentsOf(const Trace& trace, SpanRef span)
{
    std::vector<Argument> arguments;
    const auto json = nlohmann::ordered_json::parse(trace.argsJson(span), nullptr, false);
    if (!json.is_object()) {
        return arguments;
    }
    for (const auto& [key, value] : json.items()) {
        const std::string shown = value.is_string()
            ? value.get<std::string>()
            : value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
        arguments.push_back({ QString::fromStdString(key), QString::fromStdString(shown) });
    }
    return arguments;
}

ArgumentModel::ArgumentModel(QObject* parent)
    : RecordsModel<Argument>(parent)
{
    std::vector<Column<Argument>> columns(2);
    columns[0].title = tr("argument");
    columns[0].exportTitle = QStringLiteral("argument");
    columns[0].text = [](const Argument& argument) { return argument.key; };
    columns[1].title = tr("value");
    columns[1].exportTitle = QStringLiteral("value");
    columns[1].text = [](const Argument& argument) { return argument.value; };
    columns[1].toolTip = [](const Argument& argument) { return argument.value; };
    for (Column<Argument>& column : columns) {
        column.isNumber = false;
    }
    setColumns(std::move(columns));
}

} // namespace attnscope
