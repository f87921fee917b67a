# SPDX-License-Identifier: GPL-3.0-or-later
#
# Finds every library the targets use. Only the recorder's LibTorch may be missing (the viewer is then built alone).
# Sets ATTNSCOPE_HAS_QT, ATTNSCOPE_HAS_LIBTORCH, ATTNSCOPE_LIBTORCH_FOUND_DIR, ATTNSCOPE_LIBTORCH_FOUND_VERSION.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(simdjson REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(isal REQUIRED IMPORTED_TARGET libisal)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

# QCustomPlot is Debian's build of it for Qt 6. Its header sits beside Qt's own, outside any Qt include folder.
set(ATTNSCOPE_HAS_QT FALSE)
if(ATTNSCOPE_UI)
    find_package(Qt6 6.4 QUIET COMPONENTS Core Gui Widgets Svg PrintSupport Test)
    find_library(ATTNSCOPE_QCUSTOMPLOT NAMES QCustomPlotQt6 qcustomplot-qt6)
    find_path(ATTNSCOPE_QCUSTOMPLOT_INCLUDE qcustomplot.h)
    mark_as_advanced(ATTNSCOPE_QCUSTOMPLOT ATTNSCOPE_QCUSTOMPLOT_INCLUDE)
    if(NOT Qt6_FOUND OR NOT ATTNSCOPE_QCUSTOMPLOT OR NOT ATTNSCOPE_QCUSTOMPLOT_INCLUDE)
        message(FATAL_ERROR
            "The window needs Qt 6.4 (Widgets, Svg, PrintSupport, Test) and QCustomPlot for Qt 6. packaging/run.sh installs "
            "them, or apt-get install qt6-base-dev libqt6svg6-dev libqcustomplot-dev; -DATTNSCOPE_UI=OFF does without.")
    endif()
    set(ATTNSCOPE_HAS_QT TRUE)
    add_library(QCustomPlot::QCustomPlot UNKNOWN IMPORTED)
    set_target_properties(QCustomPlot::QCustomPlot PROPERTIES
        IMPORTED_LOCATION "${ATTNSCOPE_QCUSTOMPLOT}"
        INTERFACE_INCLUDE_DIRECTORIES "${ATTNSCOPE_QCUSTOMPLOT_INCLUDE}"
        INTERFACE_COMPILE_DEFINITIONS QCUSTOMPLOT_USE_LIBRARY
        INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()

# The recorder is built for one version of LibTorch; a viewer-only build still knows which one to ask for.
set(ATTNSCOPE_LIBTORCH_WANTED 2.11.0)
set(ATTNSCOPE_HAS_LIBTORCH FALSE)
set(ATTNSCOPE_LIBTORCH_FOUND_DIR "")
set(ATTNSCOPE_LIBTORCH_FOUND_VERSION "${ATTNSCOPE_LIBTORCH_WANTED}")
if(NOT ATTNSCOPE_RECORDER STREQUAL "OFF")
    find_package(LibTorch ${ATTNSCOPE_LIBTORCH_WANTED} MODULE)
    if(LibTorch_FOUND)
        set(ATTNSCOPE_HAS_LIBTORCH TRUE)
        set(ATTNSCOPE_LIBTORCH_FOUND_DIR "${LibTorch_DIR_FOUND}")
        set(ATTNSCOPE_LIBTORCH_FOUND_VERSION "${LibTorch_VERSION}")
    elseif(ATTNSCOPE_RECORDER STREQUAL "AUTO")
        message(STATUS "LibTorch ${ATTNSCOPE_LIBTORCH_WANTED} was not found: building the viewer without the recorder.")
    else()
        message(FATAL_ERROR "ATTNSCOPE_RECORDER is ON but LibTorch ${ATTNSCOPE_LIBTORCH_WANTED} was not found: "
                            "set ATTNSCOPE_LIBTORCH to a torch or libtorch folder.")
    endif()
endif()
